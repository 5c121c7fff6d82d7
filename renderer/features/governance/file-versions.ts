import type { SelectOption } from '../../components/controls/select.tsx';
import { useService } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';

/** The versions of a file as options, current first, including deleted ones; empty while loading. */
export function useFileVersions(fileId: string | null): readonly SelectOption<string>[] {
  const params = { file_id: fileId ?? '' };
  const file = useService(
    'getFile',
    fileId === null ? null : { params, query: { fields: 'version_number,file_version' } },
  );
  const past = useService(
    'listVersions',
    fileId === null ? null : { params, query: { fields: 'version_number,trashed_at', limit: 1000 } },
  );
  const { version_number: number = '', file_version: current } = file.data ?? {};
  if (current === undefined || past.data === undefined) return [];
  return [
    { id: current.id, label: texts.files.version(number, true) },
    ...past.data.entries.map(({ id, version_number = id, trashed_at }) => ({
      id,
      label:
        typeof trashed_at === 'string'
          ? texts.files.deletedVersion(version_number)
          : texts.files.version(version_number, false),
    })),
  ];
}
