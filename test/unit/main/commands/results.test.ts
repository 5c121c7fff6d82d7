import { describe, expect, test } from 'vitest';
import { inEnglish, say } from '../../../../contract/rules/say.ts';
import { ApiError, type ApiErrorSpec } from '../../../../main/api/api-error.ts';
import { refusing } from '../../../../main/commands/results.ts';
import type { Words } from '../../../../preload/words/message.ts';

const refusalOf = (spec: ApiErrorSpec) =>
  refusing(async () => {
    throw new ApiError(spec);
  });

describe('refusals of the service, as a person reads them', () => {
  test('with the parts that are at fault, and without the advice to try again what will be refused again', async () => {
    const fault = { reason: 'invalid_parameter', name: 'title', message: '"title": must not be empty.' };
    const contextInfo = { errors: [fault] };
    expect(await refusalOf({ status: 400, code: 'bad_request', message: 'No.', contextInfo })).toEqual({
      ok: false,
      error: {
        code: 'bad_request',
        message: 'No.',
        remedy: '',
        faults: [{ name: 'title', message: '"title": must not be empty.' }],
      },
    });
    const later = { code: 'try_later', args: {} };
    const remedyOf = async (status: number | null, code: string): Promise<Words> =>
      (await refusalOf({ status, code, message: 'No.' })).error.remedy;
    expect(await remedyOf(409, 'conflict')).toBe('');
    expect(await remedyOf(null, 'bad_request')).toBe('');
    expect([await remedyOf(429, 'rate_limit_exceeded'), await remedyOf(500, 'internal_server_error')]).toEqual([
      later,
      later,
    ]);
    expect([await remedyOf(null, 'bad_answer'), await remedyOf(null, 'rate_limit_exceeded')]).toEqual([later, later]);
  });

  test('with the sentences of the service, for any language, and those of each fault', async () => {
    const sentences = say`A name can have at most ${255} characters, not ${1_300}. Shorten it.`;
    const fault = {
      reason: 'invalid_parameter',
      name: 'name',
      message: inEnglish(sentences),
      sentences: [...sentences],
    };
    const said = { code: 'said_by_service', args: { sentences } } as const;
    const spec = { status: 400, code: 'item_name_too_long', message: said, contextInfo: { errors: [fault] } };
    expect((await refusalOf(spec)).error).toMatchObject({ message: said, faults: [{ name: 'name', message: said }] });
  });

  test('a vanished item is reported as gone, and a missing named one beside its name', async () => {
    expect((await refusalOf({ status: 404, code: 'not_found', message: 'No.' })).error).toMatchObject({
      code: 'not_found',
      message: { code: 'item_gone' },
    });
    const fault = { reason: 'invalid_parameter', name: 'assign_to.id', message: 'There is no folder 7 to hold.' };
    const named = await refusalOf({
      status: 404,
      code: 'not_found',
      message: fault.message,
      contextInfo: { errors: [fault] },
    });
    expect(named.error).toMatchObject({ message: fault.message, faults: [{ name: 'assign_to.id' }] });
  });

  test('a bug is no refusal', async () => {
    const bug = refusing(async () => {
      throw new TypeError('of ours');
    });
    await expect(bug).rejects.toThrow(TypeError);
  });
});
