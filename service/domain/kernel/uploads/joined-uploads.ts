import type { FullFile } from '../../../../contract/resources/items/file.ts';
import type { StoredBlob } from '../../../ports/blob-store.ts';
import { Refusal } from '../../refusal.ts';
import type { ContentAttributes } from './content-attributes.ts';

/** A new file whose content is stored. */
export interface JoinedFile extends StoredBlob, ContentAttributes {
  readonly name: string;
}

/** Records the files that `take` returns. None can join them afterwards. Results are in the same order. */
type RecordFiles = (take: () => readonly JoinedFile[]) => Promise<readonly (FullFile | Refusal)[]>;

/** Single uploads that wait for their transaction at the same time and share it: those with the same key. */
export interface JoinedUploads {
  /**
   * Adds a file to those of this key that are not recorded yet, or has it recorded by `record`.
   * @throws its own refusal, and every failure of `record`.
   */
  add(key: string, file: JoinedFile, record: RecordFiles): Promise<FullFile>;
}

interface Group {
  readonly files: JoinedFile[];
  readonly outcomes: Promise<readonly (FullFile | Refusal)[]>;
}

/** Maximum files per transaction, so that the first need not wait long for the last. */
const mostTogether = 100;

/** Starts without any uploads. */
export function createJoinedUploads(): JoinedUploads {
  const open = new Map<string, Group>();

  const begin = (key: string, record: RecordFiles): Group => {
    const files: JoinedFile[] = [];
    const close = () => {
      if (open.get(key)?.files === files) open.delete(key);
    };
    const take = () => {
      close();
      return files;
    };
    // Later than this call, so that the first file is there whatever `record` does.
    const outcomes = Promise.resolve().then(async () => record(take).finally(close));
    const group = { files, outcomes };
    open.set(key, group);
    return group;
  };

  return {
    add: async (key, file, record) => {
      const known = open.get(key);
      const group = known !== undefined && known.files.length < mostTogether ? known : begin(key, record);
      const index = group.files.push(file) - 1;
      const outcome = (await group.outcomes)[index];
      if (outcome === undefined) throw new Error(`The upload of ${file.name} has no result.`);
      if (outcome instanceof Refusal) throw outcome;
      return outcome;
    },
  };
}
