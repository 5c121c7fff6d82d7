import { useQuery } from '@tanstack/react-query';
import { contentPath, previewLimits, previewOf } from '../../../../preload/ipc/shapes/content.ts';
import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import { ask, useBridge } from '../../../state/bridge/bridge.ts';
import { may, nameOf } from '../../../state/items/item.ts';
import { type CameraData, cameraDataIn } from './camera-data.ts';
import type { LookedFile } from './looked-file.ts';

/** Cameras write their data at the start; what other programs write behind the picture is not read. */
const MAX_BYTES = 262_144;
const DEADLINE_MS = 5_000;

/** What the camera wrote into a picture that has a preview; null: nothing, or nothing yet. A picture that cannot be read says so in its preview. */
export function useCameraData(file: LookedFile): CameraData | null {
  const bridge = useBridge();
  const isShown = previewOf(nameOf(file))?.kind === 'image' && (file.size ?? 0) <= previewLimits.image;
  const { data } = useQuery({
    queryKey: ['camera', file.id, file.sha1],
    queryFn: ({ signal }) => read(bridge, file.id, AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])),
    enabled: isShown && may(file, 'can_download'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}

async function read(bridge: TandemBridge, fileId: string, signal: AbortSignal): Promise<CameraData | null> {
  const { path } = await ask(bridge, 'window.address', { path: contentPath('preview', { fileId }) });
  const answer = await fetch(path, { headers: { range: `bytes=0-${MAX_BYTES - 1}` }, signal });
  return answer.ok && answer.body !== null ? cameraDataIn(await startOf(answer.body)) : null;
}

/** A service that knows no ranges sends all of it. */
async function startOf(body: ReadableStream<Uint8Array>): Promise<ArrayBuffer> {
  const start = new Uint8Array(MAX_BYTES);
  let length = 0;
  for await (const bytes of body) {
    const taken = bytes.subarray(0, MAX_BYTES - length);
    start.set(taken, length);
    length += taken.length;
    if (length === MAX_BYTES) break;
  }
  return start.buffer.slice(0, length);
}
