import { describe, expect, test } from 'vitest';
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
    const remedyOf = async (status: number | null, code: string): Promise<Words> =>
      (await refusalOf({ status, code, message: 'No.' })).error.remedy;
    expect(await remedyOf(409, 'conflict')).toBe('');
    expect(await remedyOf(null, 'bad_request')).toBe('');
    expect([await remedyOf(429, 'rate_limit_exceeded'), await remedyOf(500, 'internal_server_error')]).toEqual([
      'Try again later.',
      'Try again later.',
    ]);
    expect(await remedyOf(null, 'bad_answer')).toBe('Try again later.');
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
