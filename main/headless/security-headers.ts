import { pagePolicy } from '../../preload/ipc/page-policy.ts';

/**
 * Sent with every answer of the window host: the page's policy, no frame around us for browsers that know the older word only,
 * and no trace of the one-time link in a `Referer`.
 */
export function securityHeaders(authority: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': pagePolicy([`ws://${authority}`]),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
}
