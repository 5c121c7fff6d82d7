import { type SigningKeys, signatureOf } from './signature.ts';

/** One attempt: `id` is new each time, `timestamp` is its time, RFC 3339. */
export interface DeliveryTry {
  readonly id: string;
  readonly timestamp: string;
  readonly body: string;
}

/** The headers of an attempt: ours, and the public spellings of the format unless they are switched off. */
export function deliveryHeaders(
  { id, timestamp, body }: DeliveryTry,
  keys: SigningKeys,
  vendorHeaders: boolean,
): Readonly<Record<string, string>> {
  const signed = {
    'delivery-id': id,
    'delivery-timestamp': timestamp,
    'signature-primary': signatureOf(keys.primary, body, timestamp),
    'signature-secondary': signatureOf(keys.secondary, body, timestamp),
    'signature-version': '1',
    'signature-algorithm': 'HmacSHA256',
  };
  const prefixed = (prefix: string) =>
    Object.fromEntries(Object.entries(signed).map(([name, value]) => [`${prefix}-${name}`, value]));
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Tandem-Webhooks/1',
    ...prefixed('svc'),
    ...(vendorHeaders ? prefixed('box') : {}),
  };
}
