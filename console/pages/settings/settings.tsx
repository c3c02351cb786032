import { account, accountFailure, loadAccount } from '../../api/account.ts'
import { Failed, Skeleton } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { Link } from '../../ui/link.tsx'
import { Deletion } from './deletion.tsx'
import { Arrived, Identities } from './identities.tsx'
import { Notifications } from './notifications.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'
import { SETTINGS_WORDS } from './settings-words.ts'

const Settings = () => {
  const user = account.value
  const failure = accountFailure.value
  const words = SETTINGS_WORDS()
  return (
    <Page title={words.title}>
      {user === null && failure === null && <Skeleton lines={8} />}
      {user === null && failure !== null && <Failed failure={failure} onAgain={loadAccount} />}
      {user !== null && (
        <div class="narrow">
          <Arrived user={user} />
          <Profile user={user} />
          <Password user={user} />
          <section>
            <h2>{words.webhooks}</h2>
            <p>{words.webhooksText}</p>
            <p>
              <Link to="/settings/webhooks">{words.webhooksLink}</Link>
            </p>
          </section>
          {/* What comes late, and is as high as its answer is long, stands behind all else: it would move that. */}
          <Notifications />
          <Sessions />
          <Identities user={user} />
          <Deletion user={user} />
        </div>
      )}
    </Page>
  )
}

export default Settings
