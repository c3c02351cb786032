import { expect } from 'chai'
import { DEFAULT_NOTIFICATIONS } from '../../../src/domain/mail/notification-settings.ts'
import { describeIdentity, someUser } from '../accounts/identity-stores.ts'

describeIdentity('notification settings contract', (ground) => {
  it('has the defaults of the domain until the owner chooses, and then what the owner chose', async () => {
    const { users, notificationSettings } = ground().stores
    const [user, other] = [someUser(), someUser()]
    for (const each of [user, other]) await users.add(each)
    expect(await notificationSettings.find(user.id)).to.deep.equal(DEFAULT_NOTIFICATIONS)
    const chosen = { lowBalanceThreshold: null, locale: 'ru', muted: ['balance_low', 'topup_failed'] } as const
    await notificationSettings.save(user.id, chosen)
    expect(await notificationSettings.find(user.id)).to.deep.equal(chosen)
    await notificationSettings.save(user.id, { lowBalanceThreshold: 5n, locale: 'en', muted: [] })
    expect(await notificationSettings.find(user.id)).to.deep.equal({ lowBalanceThreshold: 5n, locale: 'en', muted: [] })
    expect(await notificationSettings.find(other.id)).to.deep.equal(DEFAULT_NOTIFICATIONS)
  })
})
