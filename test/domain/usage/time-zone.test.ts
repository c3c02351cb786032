import { expect } from 'chai'
import { isTimeZoneName } from '../../../src/domain/usage/time-zone.ts'

describe('the name of a time zone', () => {
  for (const name of ['Europe/Moscow', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Etc/GMT+3', 'UTC']) {
    it(`may be ${name}`, () => expect(isTimeZoneName(name)).to.equal(true))
  }

  it('may be every name that the runtime lists', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZoneName(name))).to.deep.equal([])
  })

  for (const name of ['CET', 'BST', 'IST', 'AET', 'US/Pacific-New', 'SystemV/EST5', 'Mars/Olympus', '+03:00', '']) {
    it(`is not '${name}', which means something else elsewhere, or nothing`, () => {
      expect(isTimeZoneName(name)).to.equal(false)
    })
  }
})
