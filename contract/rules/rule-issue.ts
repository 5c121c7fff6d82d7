import type { z } from 'zod';
import type { ErrorCode } from '../error-codes.ts';

/** Reports a violated rule of the interface from a schema, with the error code of the response. */
export function brokenRule(context: z.core.$RefinementCtx, code: ErrorCode, message: string): void {
  context.addIssue({ code: 'custom', message, params: { errorCode: code } });
}

/** The error code that `brokenRule` attached to an issue, if any. */
export function ruleCode(issue: z.core.$ZodIssue, known: (code: string) => code is ErrorCode): ErrorCode | null {
  if (issue.code !== 'custom') return null;
  const code: unknown = issue.params?.errorCode;
  return typeof code === 'string' && known(code) ? code : null;
}
