import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../../contract/operation.ts';
import { type OperationName, operations } from '../../../../contract/operations.ts';
import { type Scope, scopes } from '../../../../contract/scopes.ts';
import { createToken } from '../../../../service/domain/people/tokens/create-token.ts';
import { sendAs } from '../../../integration/authorisation/send-try.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
/** Tokens of the administrator, who may do everything, each narrowed to one scope. */
const tokens = new Map<Scope, string>();
const governing = new Map<Scope, string>();
const tokenOf = (...only: Scope[]) => createToken(service.service, { login: service.person.login, scopes: only });
beforeAll(async () => {
  service = await startTestService();
  for (const scope of scopes) {
    tokens.set(scope, await tokenOf(scope));
    // Governance needs this one besides.
    governing.set(scope, await tokenOf(scope, 'enterprise_content'));
  }
});
afterAll(() => service.stop());

const names = Object.keys(operations) as OperationName[];

describe('an operation refuses every token whose scope it does not name, before it looks at anything else', () => {
  test.each(names)('%s', async (name) => {
    const operation: Operation = operations[name];
    const keys = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key);
    // No user: a scope that an operation names may not reach every account.
    const params = Object.fromEntries(keys.map((key) => [key, key === 'user_id' ? '404' : '1']));
    for (const scope of scopes) {
      const isNamed = operation.scope.includes(scope);
      const caller = { token: (isNamed ? governing : tokens).get(scope) ?? null, headers: {} };
      const { status, json, headers } = await sendAs({ service }, name, { params }, caller);
      const isRefused =
        status === 403 && /insufficient_scope/.test(`${json.code} ${String(headers['www-authenticate'])}`);
      expect([scope, isRefused]).toEqual([scope, !isNamed]);
    }
  });
});
