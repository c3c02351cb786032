import type { NamedInstance } from '../../instances/running-instance.ts'
import type { PressedWallets } from '../../ports/billing/pressed-wallets.ts'
import type { ReservedMoney } from '../../ports/billing/reserved-money.ts'

interface GiveBackPressedDeps {
  readonly pressedWallets: Pick<PressedWallets, 'pressedOf'>
  readonly instance: NamedInstance
  readonly reservations: Pick<ReservedMoney, 'onPressed'> & { open(): number }
}

/**
 * Gives back what this process has reserved in wallets that are pressed or suspended; to be called every
 * `PRESSED.lookEveryMs`. A process with no reservation asks for nothing.
 */
export const giveBackPressed =
  ({ pressedWallets, instance, reservations }: GiveBackPressedDeps) =>
  async (): Promise<void> => {
    if (reservations.open() === 0) return
    for (const walletId of await pressedWallets.pressedOf(instance.id)) reservations.onPressed(walletId)
  }
