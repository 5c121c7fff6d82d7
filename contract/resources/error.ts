import { z } from 'zod';
import { sentence } from './sentence.ts';

/** The conflicting item, in mini form. */
const conflictingItem = z.looseObject({
  type: z.string(),
  id: z.string().optional(),
  name: z.string().optional(),
});
export type ConflictingItem = z.output<typeof conflictingItem>;

/** One fault in a request: the parameter and the reason. `sentences`: `message`, for another language. */
export const parameterFault = z.looseObject({
  reason: z.string(),
  name: z.string(),
  message: z.string(),
  sentences: z.array(sentence).optional(),
});
export type ParameterFault = z.output<typeof parameterFault>;

/** Details of an error. `conflicts` is an object for files and an array for folders; accept both. */
export const contextInfo = z.looseObject({
  conflicts: z.union([conflictingItem, z.array(conflictingItem)]).optional(),
  errors: z.array(parameterFault).optional(),
  /** For a refused stream position, `unknown`: the service never issued it, or was restored to an earlier state since. */
  stream_position: z.unknown().optional(),
  conflicting_part: z.object({ part_id: z.string(), offset: z.int(), size: z.int(), sha1: z.string() }).optional(),
});
export type ContextInfo = z.output<typeof contextInfo>;

/** Body of an error response. The list of codes is open. Some servers send only `code`, `message`, `request_id`. */
export const errorBody = z.object({
  type: z.literal('error').optional(),
  status: z.int().optional(),
  code: z.string(),
  message: z.string().nullable().optional(),
  /** `message`, for another language. */
  sentences: z.array(sentence).optional(),
  context_info: contextInfo.nullable().optional(),
  help_url: z.string().optional(),
  request_id: z.string().optional(),
});
export type ErrorBody = z.output<typeof errorBody>;
