import type { Page } from 'playwright-core'

/** A slow phone in a slow net: a quarter of the processor, 150 ms to the service, 1.6 Mbit/s to the phone. */
export const SLOW_PHONE = {
  cpuRate: 4,
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 },
} as const

/** Opens pages from now on as that phone does, with nothing stored. */
export const slowDown = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.emulateNetworkConditions', SLOW_PHONE.network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE.cpuRate })
}
