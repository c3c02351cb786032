import { inBoth } from '../../words/language.ts'

export const OAUTH_WORDS = inBoth(
  {
    title: (provider: string) => `Sign-in with ${provider}`,
    wait: 'One moment: the service asks who you are.',
    stopped: 'The sign-in was stopped at the provider. Nothing has changed here.',
    notBegun: 'This address belongs to no sign-in that was begun in this tab, or it was used already. Begin again.',
    toSignIn: 'To the sign-in page',
    toSettings: 'To the settings',
  },
  {
    title: (provider: string) => `Вход через ${provider}`,
    wait: 'Минуту: сервис узнаёт, кто вы.',
    stopped: 'Вход остановлен у провайдера. Здесь ничего не изменилось.',
    notBegun: 'Этот адрес не относится ко входу, начатому в этой вкладке, или уже использован. Начните заново.',
    toSignIn: 'К странице входа',
    toSettings: 'К настройкам',
  },
)
