import { describe } from 'vitest';
import { openInPostgres } from './metadata/adapters.ts';
import { eventLogSuite } from './metadata/events.ts';
import { governanceSuite } from './metadata/governance.ts';
import { groupSuite } from './metadata/groups.ts';
import { sharingSuite } from './metadata/sharing.ts';
import { signInSuite } from './metadata/sign-in.ts';
import { webhookSuite } from './metadata/webhooks.ts';

/** The rest is in `items-in-postgres.test.ts`. */
describe('metadata in PostgreSQL', () => {
  governanceSuite(openInPostgres);
  groupSuite(openInPostgres);
  sharingSuite(openInPostgres);
  eventLogSuite(openInPostgres);
  webhookSuite(openInPostgres);
  signInSuite(openInPostgres);
});
