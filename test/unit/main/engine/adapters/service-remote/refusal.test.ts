import { expect, test } from 'vitest';
import { createAccountPace } from '../../../../../../main/api/account-pace.ts';
import { ApiError } from '../../../../../../main/api/api-error.ts';
import { remoteError } from '../../../../../../main/engine/adapters/service-remote/refusal.ts';
import { createVirtualTime } from '../../../../../support/engine/virtual-time.ts';

test('[E102] a request that is held back here waits like one that the service slowed down', async () => {
  const { clock } = createVirtualTime();
  const pace = createAccountPace({ nowMs: clock.nowMs, sleep: clock.sleep, fraction: () => 0 }, 1_000);
  pace.slowDown(503, 60_000, 0);
  const held = await pace.ready(undefined).catch(remoteError);
  expect(held).toMatchObject({ name: 'RemoteError', code: 'rate_limited', retryAfterMs: 60_000 });
});

test('a body that the service cut because it came too slowly is a reason to send fewer at a time', () => {
  const cut = new ApiError({ status: 408, code: 'request_timeout', message: 'too slow' });
  expect(remoteError(cut)).toMatchObject({ code: 'unavailable' });
});
