import { type SigningKeys, signatureOf } from './signature.ts';

/** One try: `id` is new with each, `timestamp` is when it is made, RFC 3339. */
export interface DeliveryTry {
  readonly id: string;
  readonly timestamp: string;
  readonly body: string;
}

/**
 * The headers of a try: ours, and the public spellings of the format beside them unless they are switched off
 * (service-decisions A14).
 */
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
