import type { CommandWorld, HandlersOf } from '../command-world.ts';
import { refusedAs, refusing } from '../results.ts';
import { gatherEntries } from './gather-entries.ts';

/** Downloads folders, or several items at once, as one file. The contents are determined before the first byte is sent. */
export function archiveCommands({ api, archives, visits }: CommandWorld): HandlersOf<'archive.gather'> {
  return {
    'archive.gather': ({ name, items, visit }) =>
      refusing(async () => {
        const svcapi = visit === undefined ? undefined : visits.header(visit);
        if (svcapi === null) return refusedAs('visit_forgotten', { code: 'link_visit_over', args: {} });
        const link = svcapi === undefined ? {} : { svcapi };
        const { entries, leftOut, refusal } = await gatherEntries(api, items, link);
        if (refusal !== null) return refusal;
        return {
          ok: true as const,
          value: { archive: archives.keep({ name: `${name}.zip`, entries, link }), leftOut },
        };
      }),
  };
}
