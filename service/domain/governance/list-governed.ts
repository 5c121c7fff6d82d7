import type { IdPage } from '../../ports/metadata/governance/content-scope.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { requireGovernance } from '../access/enterprise/require-governance.ts';
import type { Caller, Service } from '../service.ts';
import { type GovernedPage, type PageOf, pageOfFiles, pageOfVersions } from './governed-content.ts';
import { requireHoldAssignment } from './legal-holds/require-hold.ts';
import { requireRetentionAssignment } from './retention/require-retention.ts';

/** Input of all lists. */
type ListGoverned = GovernedPage & { readonly assignmentId: string };

/** A list of what an assignment holds or retains: its name in markers, and how to read it. */
interface Listing<Entry> {
  readonly name: string;
  readonly requireAssignment: (reads: MetadataReads, id: string) => Promise<unknown>;
  readonly idsIn: (reads: MetadataReads) => (assignmentId: string, page: IdPage) => Promise<readonly string[]>;
  readonly pageOf: PageOf<Entry>;
}

const listing =
  <Entry>({ name, requireAssignment, idsIn, pageOf }: Listing<Entry>) =>
  async (service: Service, caller: Caller, { assignmentId, ...page }: ListGoverned) => {
    requireGovernance(caller);
    return service.store.read(async (reads) => {
      await requireAssignment(reads, assignmentId);
      const list = { name: [name, assignmentId], of: assignmentId, ids: idsIn(reads) };
      return pageOf(service, reads, caller, { ...page, list });
    });
  };

/** Lists the files whose current version an assignment holds. */
export const listFilesOnHold = listing({
  name: 'files on hold',
  requireAssignment: requireHoldAssignment,
  idsIn: ({ legalHolds }) => legalHolds.listFilesOnHold,
  pageOf: pageOfFiles,
});

/** Lists the non-current versions that an assignment holds. */
export const listFileVersionsOnHold = listing({
  name: 'file versions on hold',
  requireAssignment: requireHoldAssignment,
  idsIn: ({ legalHolds }) => legalHolds.listPastVersionsOnHold,
  pageOf: pageOfVersions,
});

/** Lists the files whose current version an assignment retains. */
export const listFilesUnderRetention = listing({
  name: 'files under retention',
  requireAssignment: requireRetentionAssignment,
  idsIn: ({ retention }) => retention.listFilesUnder,
  pageOf: pageOfFiles,
});

/** Lists the non-current versions that an assignment retains. */
export const listFileVersionsUnderRetention = listing({
  name: 'file versions under retention',
  requireAssignment: requireRetentionAssignment,
  idsIn: ({ retention }) => retention.listPastVersionsUnder,
  pageOf: pageOfVersions,
});
