import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { type Fact, Facts } from '../../../components/layout/facts.tsx';
import { PlaceText } from '../../../parts/files/place-text.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { Avatar } from '../../../parts/people/avatar.tsx';
import { hrefOf } from '../../../state/hooks/route.ts';
import { useIsTight } from '../../../state/hooks/use-is-narrow.ts';
import { useNow } from '../../../state/hooks/use-now.ts';
import { folderOf, linkOf } from '../../../state/items/item.ts';
import { useService } from '../../../state/service/service.ts';
import {
  formatBytes,
  formatCount,
  formatDateTime,
  formatExposure,
  formatFocalLength,
  formatMoment,
} from '../../../texts/format.ts';
import { roleName } from '../../../texts/role-name.ts';
import { texts } from '../../../texts/texts.ts';
import { CollaboratorMark } from '../details/people/collaborator-mark.tsx';
import { nameOf, useItemPeople } from '../details/people/item-people.ts';
import type { CameraData } from './camera-data.ts';
import type { LookedFile } from './looked-file.ts';
import { useCameraData } from './use-camera-data.ts';

/** Facts about the file that the head of its preview doesn't have room for; the panel of the list has the rest. */
export function LookDetails({
  file,
  pixels,
  onAll,
}: {
  file: LookedFile;
  /** Null: not a picture. */
  pixels: string | null;
  onAll: () => void;
}): ReactNode {
  const { lookDetails, allDetails } = texts.files;
  return (
    <aside
      aria-label={lookDetails}
      className="grid w-76 shrink-0 content-start gap-4 overflow-auto border-line border-s bg-bg p-6 max-md:absolute max-md:inset-0 max-md:z-1 max-md:w-full"
    >
      <h2 className="font-semibold">{lookDetails}</h2>
      <Facts facts={useFacts(file, pixels)} />
      <People file={file} />
      <div className="border-line border-t pt-4">
        <Button onPress={onAll}>{allDetails}</Button>
      </div>
    </aside>
  );
}

function useFacts(file: LookedFile, pixels: string | null): readonly Fact[] {
  const { columns } = texts.files;
  const inHead = useHeadFacts(file, pixels);
  const folder = folderOf(file);
  const url = linkOf(file);
  const camera = useCameraData(file);
  const params = { file_id: file.id };
  const query = { fields: 'id,type,created_at,created_by,path_collection' };
  const known = useService('getFile', { params, query }).data;
  const { created_at: addedAt, created_by: addedBy, path_collection: path } = known ?? {};
  // The number of the current version also counts those that were permanently deleted.
  const past = useService('listVersions', { params, query: { limit: 1 } }, ({ total_count: count }) => count).data;
  return [
    [
      columns.place,
      folder === null ? null : (
        <a key="folder" href={hrefOf('files', { folder: folder.id })} className="block text-accent hover:underline">
          <PlaceText item={{ parent: file.parent, path_collection: path }} />
        </a>
      ),
    ],
    [
      texts.files.added,
      addedAt === undefined || addedAt === null ? null : <Added key="added" at={addedAt} by={addedBy?.name} />,
    ],
    ...inHead,
    ...cameraFacts(camera),
    [texts.details.tabs.versions, past === undefined ? null : formatCount(past + 1)],
    [
      texts.details.tabs.link,
      url === undefined ? null : (
        <span key="link" className="wrap-anywhere">
          {url}
        </span>
      ),
    ],
  ];
}

/** The facts in the head of the preview, for a window that may cut them off there. */
function useHeadFacts(file: LookedFile, pixels: string | null): readonly Fact[] {
  const isTight = useIsTight();
  const { columns, changedBy, pixels: dimensions } = texts.files;
  if (!isTight) return [];
  return [
    [columns.date, <Moment key="at" at={file.content_modified_at ?? file.modified_at} />],
    [changedBy, file.modified_by?.name ?? null],
    [columns.size, formatBytes(file.size ?? 0)],
    [dimensions, pixels],
  ];
}

function cameraFacts(data: CameraData | null): readonly Fact[] {
  if (data === null) return [];
  const { camera, lens, focalMm, iso, takenAtMs, hasLocation } = data;
  const words = texts.files;
  const optics = [camera, lens, focalMm === null ? null : formatFocalLength(focalMm)].filter((fact) => fact !== null);
  const exposure = formatExposure(data);
  return [
    [words.taken, takenAtMs === null ? null : formatDateTime(takenAtMs)],
    [words.camera, optics.length === 0 ? null : optics.join(', ')],
    [words.exposure, exposure === '' ? null : exposure],
    [words.sensitivity, iso === null ? null : formatCount(iso)],
    [words.location, hasLocation ? words.hasLocation : null],
  ];
}

function Added({ at, by }: { at: string; by: string | undefined }): ReactNode {
  const nowMs = useNow(60_000);
  const when = formatMoment(Date.parse(at), nowMs);
  return by === undefined || by === '' ? when : texts.files.addedBy(when, by);
}

/** The people with access and their roles; nothing until they are known. */
function People({ file }: { file: LookedFile }): ReactNode {
  const { owner, shared } = useItemPeople(file);
  if (owner === null && shared.length === 0) return null;
  return (
    <section aria-labelledby="look-people" className="grid gap-3 border-line border-t pt-4">
      <h2 id="look-people" className="font-semibold">
        {texts.files.people}
      </h2>
      <ul className="grid gap-3">
        {owner !== null && (
          <PersonRow
            mark={<Avatar id={owner.id} name={owner.name} size={28} />}
            name={owner.name}
            role={texts.files.owner}
          />
        )}
        {shared.map((one) => (
          <PersonRow
            key={one.id}
            mark={<CollaboratorMark collaboration={one} size={28} />}
            name={nameOf(one)}
            role={roleName(one.role ?? '')}
          />
        ))}
      </ul>
    </section>
  );
}

function PersonRow({ mark, name, role }: { mark: ReactNode; name: string; role: string }): ReactNode {
  return (
    <li className="flex items-center gap-2.5">
      {mark}
      <span className="min-w-0">
        <span dir="auto" className="block truncate">
          {name}
        </span>
        <span className="block text-dim text-small">{role}</span>
      </span>
    </li>
  );
}
