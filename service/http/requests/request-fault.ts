import type { z } from 'zod';
import { type ErrorCode, errorStatus } from '../../../contract/error-codes.ts';
import type { ParameterFault } from '../../../contract/resources/error.ts';
import type { Sentence } from '../../../contract/resources/sentence.ts';
import { ruleCode, ruleSentences, valueAt } from '../../../contract/rules/rule-issue.ts';
import { say } from '../../../contract/rules/say.ts';
import { parameterFault, Refusal } from '../../domain/refusal.ts';

/** The part of a request that a fault is in. */
export type RequestPart = 'path' | 'query' | 'header' | 'body';

/** Parameters with their own error code if absent or malformed. */
const codesByName: Readonly<Record<string, { readonly missing?: ErrorCode; readonly invalid?: ErrorCode }>> = {
  file_size: { missing: 'missing_file_size', invalid: 'invalid_file_size' },
  file_name: { missing: 'missing_file_name' },
  folder_id: { invalid: 'invalid_folder_id' },
  size: { invalid: 'invalid_file_size' },
};

/** Maximum faults that an answer names: each element of a long list can have one. */
const mostFaults = 20;

/** Converts schema errors in `value` into a refusal: a code, a message, and the first invalid parameters. */
export function requestFault(part: RequestPart, error: z.ZodError, value: unknown): Refusal {
  const faults = error.issues.slice(0, mostFaults).map((issue) => describe(part, issue, value));
  const first = faults[0];
  if (!first) return new Refusal('bad_request', say`The request is not valid.`);
  const message = faults.flatMap(({ sentences }) => sentences);
  return new Refusal(first.code, message, {
    contextInfo: { errors: faults.map(({ code: _code, ...fault }) => fault) },
  });
}

function describe(
  part: RequestPart,
  issue: z.core.$ZodIssue,
  value: unknown,
): ParameterFault & { readonly code: ErrorCode; readonly sentences: readonly Sentence[] } {
  const name = issue.path.length === 0 ? part : issue.path.join('.');
  const isMissing = valueAt(value, issue.path) === undefined;
  const sentences = isMissing ? missing(part, name) : [...placeOf(part, name), ...ruleSentences(issue, value)];
  return {
    code: ruleCode(issue, isErrorCode) ?? codeOf(part, String(issue.path.at(-1)), isMissing),
    ...parameterFault(isMissing ? 'missing_parameter' : 'invalid_parameter', name, sentences),
  };
}

function missing(part: RequestPart, name: string): readonly Sentence[] {
  if (part !== 'body') return say`"${name}" is missing in the ${part}.`;
  return name === 'body' ? say`The request needs a JSON body.` : say`"${name}" is missing.`;
}

/** Before the rule. */
function placeOf(part: RequestPart, name: string): readonly Sentence[] {
  return part === 'body' ? say`"${name}":` : say`"${name}" in the ${part}:`;
}

function codeOf(part: RequestPart, name: string, isMissing: boolean): ErrorCode {
  const own = codesByName[name]?.[isMissing ? 'missing' : 'invalid'];
  if (own && part === 'body') return own;
  switch (part) {
    case 'path':
      return 'method_not_allowed';
    case 'query':
      return isMissing ? 'missing_parameter' : 'invalid_parameter';
    case 'header':
    case 'body':
      return 'bad_request';
  }
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorStatus, code);
}
