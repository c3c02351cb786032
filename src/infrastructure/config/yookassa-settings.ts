import { yookassaPaymentGateway } from '../../adapters/payments/yookassa/yookassa-payment-gateway.ts'
import { boundedGot } from '../../adapters/service-http/bounded-got.ts'
import { addresses, apiKey, BASE_URL, baseUrl, onOff } from './config-codecs.ts'
import type { ConfigProblem } from './config-problem.ts'
import { present } from './environment-variable.ts'
import type { ValuesOf, Variable } from './environment-variable.ts'
import type { ConfiguredPaymentProvider } from './payment-provider.ts'

export const YOOKASSA_VARIABLES = {
  YOOKASSA_SHOP_ID: { codec: apiKey, fallback: null, expected: 'the number of the shop' },
  YOOKASSA_SECRET_KEY: { codec: apiKey, fallback: null, expected: 'the secret key of the shop', secret: true },
  YOOKASSA_BASE_URL: {
    codec: baseUrl,
    fallback: 'https://api.yookassa.ru/v3',
    expected: BASE_URL,
  },
  YOOKASSA_NOTIFICATION_ADDRESSES: {
    codec: addresses,
    fallback: '185.71.76.0/27,185.71.77.0/27,77.75.153.0/25,77.75.154.128/25,77.75.156.11,77.75.156.35,2a02:5180::/32',
    expected: 'addresses and networks separated by commas',
  },
  YOOKASSA_TEST: { codec: onOff, fallback: 'off', expected: 'on or off' },
} as const satisfies Readonly<Record<string, Variable<unknown>>>

type YookassaValues = ValuesOf<typeof YOOKASSA_VARIABLES>

/** A shop without its key, or a key without its shop, would sell nothing and give no reason. */
export const yookassaProblems = (values: YookassaValues): readonly ConfigProblem[] => {
  const { YOOKASSA_SHOP_ID: shop, YOOKASSA_SECRET_KEY: key } = values
  if ((shop === null) === (key === null)) return []
  const [name, other] =
    shop === null ? ['YOOKASSA_SHOP_ID', 'YOOKASSA_SECRET_KEY'] : ['YOOKASSA_SECRET_KEY', 'YOOKASSA_SHOP_ID']
  return [{ name, found: 'it is missing', expected: `a value, since ${other} is set` }]
}

/** YooKassa, where it has a shop and its key. */
export const yookassaProvider = (values: YookassaValues): ConfiguredPaymentProvider | null => {
  const { YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET_KEY: secretKey } = values
  if (shopId === null || secretKey === null) return null
  return {
    id: 'yookassa',
    variable: 'YOOKASSA_SHOP_ID',
    open: () =>
      yookassaPaymentGateway({
        http: boundedGot,
        shopId,
        secretKey,
        baseUrl: present(values.YOOKASSA_BASE_URL),
        acceptsTest: present(values.YOOKASSA_TEST),
        isNotifier: present(values.YOOKASSA_NOTIFICATION_ADDRESSES),
      }),
  }
}
