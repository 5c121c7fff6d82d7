import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Operation } from '../../../../../contract/operation.ts';
import { createRetentionPolicy } from '../../../../../contract/operations/governance/retention-policies.ts';
import { getUploadSession } from '../../../../../contract/operations/items/upload-sessions.ts';
import { createUser } from '../../../../../contract/operations/people/users.ts';
import { createHub } from '../../../../../contract/operations/surfaces/hubs.ts';
import { inEnglish, say } from '../../../../../contract/rules/say.ts';
import { ApiError } from '../../../../../main/api/api-error.ts';
import { type LooseRequest, requestForm } from '../../../../../main/api/requests/request-form.ts';

const boundary = () => 'x';

function refusedForm(operation: Operation, request: LooseRequest): ApiError {
  try {
    requestForm(operation, request, boundary);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it was let through');
}

test('an operation of a later version names it, in both spellings, and one of the first does not', () => {
  const body = { title: 'Plans' };
  expect(requestForm(createHub, { body }, boundary).headers).toMatchObject({
    'svc-version': createHub.version,
    'box-version': createHub.version,
  });
  expect(requestForm(createUser, { body: { name: 'Ann' } }, boundary).headers).not.toHaveProperty('svc-version');
});

test('a part of the path cannot leave it', () => {
  const params = { session_id: '../../users/me?x=1' };
  expect(requestForm({ ...getUploadSession, params: z.looseObject({}) }, { params }, boundary).path).toBe(
    '/files/upload_sessions/..%2F..%2Fusers%2Fme%3Fx%3D1',
  );
});

describe('a request refused before it is sent', () => {
  test('names each part that is at fault, in the words of the service', () => {
    const { status, code, message, contextInfo } = refusedForm(createUser, {
      body: { name: ' ', job_title: 'x'.repeat(101) },
    });
    expect([status, code]).toEqual([null, 'bad_request']);
    const name = [...say`"${'name'}":`, ...say`must not be empty.`];
    const title = [...say`"${'job_title'}":`, ...say`may have at most ${100} characters, not ${101}.`];
    expect(contextInfo?.errors).toEqual([
      { reason: 'invalid_parameter', name: 'name', message: inEnglish(name), sentences: name },
      { reason: 'invalid_parameter', name: 'job_title', message: inEnglish(title), sentences: title },
    ]);
    expect(message).toBe('"name": must not be empty. "job_title": may have at most 100 characters, not 101.');
  });

  test('of several alternatives one sentence says what would do', () => {
    const body = { policy_name: 'P', policy_type: 'finite', disposition_action: 'remove_retention' };
    const { contextInfo } = refusedForm(createRetentionPolicy, { body: { ...body, retention_length: 'many' } });
    expect(contextInfo?.errors?.map(({ name, message }) => [name, message])).toEqual([
      ['retention_length', '"retention_length": must be "indefinite" or a whole number of days from 1 to 365000.'],
    ]);
  });
});
