import { z } from 'zod';
import { moment, orNone } from '../../request-fields.ts';
import { limits } from '../../rules/limits.ts';
import { sharedLinkAccess } from './shared-link.ts';

/** A new password of a shared link: long enough, with a digit, an upper-case letter or a symbol. */
const password = z
  .string()
  .min(limits.sharedLinkPasswordMin, `must have at least ${limits.sharedLinkPasswordMin} characters`)
  .max(limits.sharedLinkPasswordMax, `may have at most ${limits.sharedLinkPasswordMax} characters`)
  .regex(/[\d\p{Lu}\p{P}\p{S}]/u, 'must contain a digit, an upper-case letter or a symbol');

const vanityName = z
  .string()
  .min(limits.vanityNameMin, `must have at least ${limits.vanityNameMin} characters`)
  .max(limits.vanityNameMax, `may have at most ${limits.vanityNameMax} characters`)
  .regex(/^[A-Za-z0-9_-]*$/, 'may contain letters of the English alphabet, digits, "-" and "_" only');

/**
 * The shared link of an item in a request: `{}` creates one with default settings or leaves it unchanged; a missing field keeps its
 * value, and so does an access of null; null removes any other setting. The service decides which fields can be combined.
 */
export const sharedLinkRequest = z.object({
  access: orNone(sharedLinkAccess),
  password: password.nullable().optional(),
  vanity_name: vanityName.nullable().optional(),
  unshared_at: moment.nullable().optional(),
  permissions: z
    .object({
      can_download: z.boolean().optional(),
      can_preview: z
        .boolean()
        .refine((can) => can, 'is always true; leave it out')
        .optional(),
      can_edit: z.boolean().optional(),
    })
    .optional(),
});
export type SharedLinkRequest = z.output<typeof sharedLinkRequest>;
