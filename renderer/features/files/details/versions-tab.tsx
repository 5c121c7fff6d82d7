import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Skeleton } from '../../../components/feedback/page-state.tsx';
import { Avatar } from '../../../parts/people/avatar.tsx';
import { useShownName } from '../../../parts/people/use-shown-name.ts';
import { useNow } from '../../../state/hooks/use-now.ts';
import { startDownload } from '../../../state/items/download.ts';
import { byOffset } from '../../../state/service/list-parts.ts';
import { callService, SERVICE, useService, useServiceAction } from '../../../state/service/service.ts';
import { type List, useList } from '../../../state/service/use-list.ts';
import { formatBytes, formatMoment } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { CURRENT_UPLOAD, currentUpload } from './current-upload.ts';

type Version = ServiceAnswer<'listVersions'>['entries'][number];

/** As many as are drawn at once. */
const PART = 200;

const usePastVersions = (fileId: string): List<Version> =>
  useList<Version>({
    key: [SERVICE, 'listVersions', fileId],
    read: byOffset(async (bridge, offset) => {
      const request = { params: { file_id: fileId }, query: { limit: PART, offset } };
      const page = await callService(bridge, 'listVersions', request);
      return { entries: page.entries, total: page.total_count ?? page.entries.length, limit: PART };
    }),
  });

/** Earlier versions of a file, newest first. Restoring one makes it the newest and loses nothing. */
export function VersionsTab({ fileId, canDownload }: { fileId: string; canDownload: boolean }): ReactNode {
  const nowMs = useNow(60_000);
  const params = { file_id: fileId };
  const current = useService('getFile', {
    params,
    query: { fields: CURRENT_UPLOAD },
  });
  const versions = usePastVersions(fileId);
  const restore = useServiceAction(async (bridge, version: Version) => {
    const path = { file_id: fileId, file_version_id: version.id };
    if (isDeleted(version)) {
      await callService(bridge, 'restoreVersion', { params: path, body: { trashed_at: null } });
    } else {
      await callService(bridge, 'promoteVersion', { params, body: { id: version.id, type: 'file_version' } });
    }
  });
  const download = useServiceAction((bridge, { id }: Version) => startDownload(bridge, { fileId, version: id }));
  if (versions.isPending || current.isPending) return <Skeleton className="h-24" />;
  const error = versions.error ?? current.error ?? restore.error ?? download.error;
  const uploaded: About & { version_number?: string | undefined } =
    current.data === undefined ? {} : currentUpload(current.data);
  const { version_number: number = '', modified_by: by } = uploaded;
  return (
    <div className="grid gap-3">
      <ErrorMessage error={error} />
      <ul className="-mx-4 -mt-4 divide-y divide-line border-line border-b">
        <li className="flex items-center gap-3 px-4 py-2.5">
          <Avatar id={by?.id ?? ''} name={by?.name ?? ''} size={28} />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{texts.files.version(number, false)}</p>
            <Facts version={uploaded} nowMs={nowMs} />
          </div>
          <span className="rounded-full bg-accent-bg px-2.5 text-accent text-small leading-6">
            {texts.files.currentVersion}
          </span>
        </li>
        {versions.entries.map((version) => (
          <VersionRow
            key={version.id}
            version={version}
            nowMs={nowMs}
            canDownload={canDownload}
            isPending={restore.isPending || download.isPending}
            onDownload={() => download.mutate(version)}
            onRestore={() => restore.mutate(version)}
          />
        ))}
      </ul>
      {versions.hasMore && <Button onPress={versions.more}>{texts.actions.more}</Button>}
      {(versions.entries.length > 0 || versions.error === null) && (
        <p className="text-dim text-small">
          {versions.entries.length === 0 ? texts.files.noVersions : texts.files.restoreDetail}
        </p>
      )}
    </div>
  );
}

function VersionRow({
  version,
  nowMs,
  canDownload,
  isPending,
  onDownload,
  onRestore,
}: {
  version: Version;
  nowMs: number;
  canDownload: boolean;
  isPending: boolean;
  onDownload: () => void;
  onRestore: () => void;
}): ReactNode {
  const number = version.version_number ?? '';
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <Avatar id={version.modified_by?.id ?? ''} name={version.modified_by?.name ?? ''} size={28} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{titleOf(version)}</p>
        <Facts version={version} nowMs={nowMs} />
      </div>
      <div className="flex shrink-0 gap-2">
        {canDownload && !isDeleted(version) && (
          <Button
            kind="ghost"
            size="row"
            icon
            isBusy={isPending}
            aria-label={texts.details.downloadVersion(number)}
            onPress={onDownload}
          >
            <Download aria-hidden className="size-4" />
          </Button>
        )}
        <Button size="row" isBusy={isPending} aria-label={texts.files.restoreVersion(number)} onPress={onRestore}>
          {texts.files.restore}
        </Button>
      </div>
    </li>
  );
}

const isDeleted = ({ trashed_at: at }: Version): boolean => at !== null && at !== undefined;

type About = {
  readonly modified_by?: { readonly id: string; readonly name: string } | null | undefined;
  readonly modified_at?: string | null | undefined;
  readonly size?: number | undefined;
};

/** Who, when, and how large. */
function Facts({ version: { modified_by: by, modified_at: at, size }, nowMs }: { version: About; nowMs: number }) {
  const name = useShownName()(by);
  const said = at === null || at === undefined ? name : texts.files.versionBy(name, when(at, nowMs));
  return <p className="text-dim text-small">{size === undefined ? said : `${said} · ${formatBytes(size)}`}</p>;
}

const when = (at: string | null | undefined, nowMs: number): string =>
  at === null || at === undefined ? '' : formatMoment(Date.parse(at), nowMs);

function titleOf(version: Version): string {
  const number = version.version_number ?? '';
  return isDeleted(version) ? texts.files.deletedVersion(number) : texts.files.version(number, false);
}
