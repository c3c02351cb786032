import { visitProvider, PROVIDER_NAMES } from '../../api/social.ts'
import type { OfferedProvider } from '../../api/social.ts'
import { wantedAddress } from '../../location.ts'
import { Button } from '../../ui/button.tsx'
import { ENTRANCE_WORDS } from './entrance-words.ts'

/** Buttons that lead to the pages of social providers; nothing where none is offered. */
export const SocialWays = ({ providers }: { readonly providers: readonly OfferedProvider[] }) => {
  const words = ENTRANCE_WORDS()
  if (providers.length === 0) return null
  return (
    <section class="form" aria-label={words.socialWays}>
      <p class="hint">{words.or}</p>
      {providers.map((offered) => (
        <Button key={offered.provider} onPress={() => visitProvider(offered, 'sign_in', wantedAddress())}>
          {words.goOnWith(PROVIDER_NAMES[offered.provider])}
        </Button>
      ))}
    </section>
  )
}
