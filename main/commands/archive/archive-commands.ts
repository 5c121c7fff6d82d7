import type { CommandWorld, HandlersOf } from '../command-world.ts';
import { refusing } from '../results.ts';
import { gatherEntries } from './gather-entries.ts';

/** Downloads folders, or several items at once, as one file. The contents are determined before the first byte is sent. */
export function archiveCommands({ api, archives }: CommandWorld): HandlersOf<'archive.gather'> {
  return {
    'archive.gather': ({ name, items }) =>
      refusing(async () => {
        const { entries, refusal } = await gatherEntries(api, items);
        if (refusal !== null) return refusal;
        return { ok: true as const, value: { archive: archives.keep({ name: `${name}.zip`, entries }) } };
      }),
  };
}
