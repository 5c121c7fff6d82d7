import { afterAll, it } from 'vitest';
import { expectAllClean, inTests, QUARTERS } from '../play/expect-clean.ts';
import { createServiceHost } from '../world/service/service-host.ts';

const host = await createServiceHost();
afterAll(() => host.close());

it.each(inTests(QUARTERS.first))('[I1] [I2] [I3] [I5] [I7] [I12] [I15] hold for the seeds $first to $last', (seeds) =>
  expectAllClean(host, seeds),
);
