import type { Browser } from 'playwright-core'
import { buildConsoleIfOld } from '../../../console/build/build-console.ts'
import { openWorld } from '../gateway-worlds.ts'
import type { GatewayWorld } from '../gateway-worlds.ts'
import type { TestOptions } from '../processes/serve-here.ts'
import { visitConsole } from './console-visit.ts'
import type { ConsoleVisit, Device } from './console-visit.ts'

/** A running service with its console, and a browser, for the tests of one file. */
export interface ConsoleStage {
  readonly world: GatewayWorld
  readonly url: string
  /** Opens the console as one person on one device; that of another service where its address is given. */
  visit(device: Device, otherUrl?: string): Promise<ConsoleVisit>
  /** Ends the browser and the service, and removes what they kept. */
  close(): Promise<void>
}

interface StageOptions {
  /** The usual installation where it is absent. */
  readonly open?: () => Promise<GatewayWorld>
  readonly options?: TestOptions
}

export const openConsole = async (
  startBrowser: () => Promise<Browser>,
  { open = openWorld, options }: StageOptions = {},
): Promise<ConsoleStage> => {
  await buildConsoleIfOld()
  const world = await open()
  const { url } = await world.serve({}, options)
  const browser = await startBrowser()
  return {
    world,
    url,
    visit: (device, otherUrl = url) => visitConsole(browser, otherUrl, device),
    close: async () => {
      await browser.close()
      await world.remove()
    },
  }
}
