import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTransferBench, type TransferBench } from '../../support/engine/transfer-bench.ts';

/** Uploads whose answer was lost: the outcome is settled later, and no unwanted content is sent again. */
let bench: TransferBench;
beforeEach(async () => {
  bench = await openTransferBench();
});
afterEach(() => bench[Symbol.asyncDispose]());

/** Is sent in parts, through a session. */
const LARGE = 24 * 1024 * 1024 + 5;
const onService = () => bench.service.other.list(bench.service.folder);

test("[P85] a new file is sent again only after a check of the service's changes; one found there, or deleted here, is not", async () => {
  bench.proxy.break({ method: 'POST', path: /files\/content/, fault: { kind: 'cut-after' } });
  const { request } = await bench.newUpload('arrived.bin', 1000);
  let isAsked = false;
  const outcome = await bench.transfers.upload({
    ...request,
    beforeAgain: async () => {
      isAsked = true;
    },
    isSettled: () => isAsked,
  });
  expect(outcome).toEqual({ ok: false, reason: 'cancelled' });
  expect(bench.proxy.seen.filter(({ path }) => path.includes('files/content'))).toHaveLength(1);
});

test('[P85] a commit whose answer was lost is not sent again for a file that was deleted here meanwhile', async () => {
  bench.proxy.break({ method: 'POST', path: /commit/, fault: { kind: 'cut-before' } });
  const { request } = await bench.newUpload('deleted.bin', LARGE);
  const isCommitted = () => bench.proxy.seen.some(({ path }) => path.includes('/commit'));
  const outcome = await bench.transfers.upload({ ...request, isSettled: isCommitted });
  expect(outcome).toEqual({ ok: false, reason: 'cancelled' });
  expect(bench.proxy.seen.filter(({ path }) => path.includes('/commit'))).toHaveLength(1);
  expect(await onService()).toEqual([]);
});
