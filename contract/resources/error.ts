import { z } from 'zod';

/** What a conflict is with: the item that has the name, in mini form. */
export const conflictingItem = z.looseObject({
  type: z.string(),
  id: z.string().optional(),
  name: z.string().optional(),
});
export type ConflictingItem = z.output<typeof conflictingItem>;

/** One fault in a request: which parameter, and why. */
export const parameterFault = z.looseObject({ reason: z.string(), name: z.string(), message: z.string() });
export type ParameterFault = z.output<typeof parameterFault>;

/** What an error is about. `conflicts` is one object for files and an array for folders; accept both. */
export const contextInfo = z.looseObject({
  conflicts: z.union([conflictingItem, z.array(conflictingItem)]).optional(),
  errors: z.array(parameterFault).optional(),
  /** Of a refused stream position, `unknown`: a number that the service never gave out, or has forgotten since it was set back. */
  stream_position: z.unknown().optional(),
  conflicting_part: z.object({ part_id: z.string(), offset: z.int(), size: z.int(), sha1: z.string() }).optional(),
});
export type ContextInfo = z.output<typeof contextInfo>;

/** Body of an error answer. The list of codes is open. Some servers send only `code`, `message`, `request_id`. */
export const errorBody = z.object({
  type: z.literal('error').optional(),
  status: z.int().optional(),
  code: z.string(),
  message: z.string().nullable().optional(),
  context_info: contextInfo.nullable().optional(),
  help_url: z.string().optional(),
  request_id: z.string().optional(),
});
export type ErrorBody = z.output<typeof errorBody>;
