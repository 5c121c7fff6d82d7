import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { contentPath, type PreviewKind, previewLimits, previewOf } from '../../../../preload/ipc/shapes/content.ts';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../components/feedback/page-state.tsx';
import { ask, useBridge } from '../../../state/bridge/bridge.ts';
import { type Item, may, nameOf } from '../../../state/items/item.ts';
import { formatBytes } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';

/**
 * A preview of a file. The browser renders pictures, audio and video from the host's own URLs, a PDF in its viewer, and text as
 * plain text; content is never executed.
 */
export function PreviewTab({
  item,
  standIn,
}: {
  item: Extract<Item, { type: 'file' }>;
  /** Shown above the reason why there is no preview. */
  standIn?: ReactNode;
}): ReactNode {
  const why = whyNot(item);
  const preview = previewOf(nameOf(item));
  if (why !== null || preview === null) {
    return (
      <>
        {standIn}
        <EmptyState icon={EyeOff} title={texts.details.noPreview} detail={why ?? texts.details.noPreviewOfKind} />
      </>
    );
  }
  // A new version has new content, so remount.
  return <Addressed key={`${item.id} ${item.sha1 ?? ''}`} kind={preview.kind} item={item} />;
}

/** Null: it can be shown. */
function whyNot(item: Extract<Item, { type: 'file' }>): string | null {
  const preview = previewOf(nameOf(item));
  if (preview === null) return texts.details.noPreviewOfKind;
  if (!may(item, 'can_download')) {
    const { lock } = item;
    return lock?.is_download_prevented === true
      ? texts.files.lockedBy(lock.created_by.name)
      : texts.details.noPreviewRight;
  }
  if (preview.kind === 'pdf' && !navigator.pdfViewerEnabled) return texts.details.noPdfViewer;
  const limit = previewLimits[preview.kind];
  return preview.kind !== 'text' && (item.size ?? 0) > limit ? texts.details.tooLarge(formatBytes(limit)) : null;
}

type ShownFile = { kind: PreviewKind; item: Extract<Item, { type: 'file' }> };

/** Requests the URL once per content: a new one would restart a video. */
function Addressed({ kind, item }: ShownFile): ReactNode {
  const bridge = useBridge();
  const path = contentPath('preview', { fileId: item.id });
  const address = useQuery({
    queryKey: ['window.address', path, item.sha1],
    queryFn: () => ask(bridge, 'window.address', { path }),
    staleTime: 'static',
    gcTime: 0,
  });
  if (address.data === undefined) {
    return address.error === null ? <Skeleton className="h-48" /> : <ErrorMessage error={address.error} />;
  }
  return <Shown kind={kind} address={address.data.path} item={item} />;
}

function Shown({ kind, address, item }: ShownFile & { address: string }): ReactNode {
  const { attempt, failure, failed, again } = useAttempts(address);
  const label = texts.details.previewOf(nameOf(item));
  if (failure === 'damaged') {
    return <EmptyState icon={EyeOff} title={texts.details.noPreview} detail={texts.details.brokenPreview} />;
  }
  if (failure !== null)
    return <ErrorState sentence={texts.details.noPreview} remedy={failure.reason} onRetry={again} />;
  const playable = {
    src: address,
    'aria-label': label,
    controls: true,
    preload: 'metadata',
    onError: failed,
    className: 'w-full',
  };
  switch (kind) {
    case 'image':
      return (
        <img
          key={attempt}
          src={address}
          alt={label}
          onError={failed}
          className="max-h-[var(--preview-height,60vh)] w-full rounded-control bg-mute-bg object-contain"
        />
      );
    case 'video':
      // Captions of a person's own film are in the file, if it has any.
      // biome-ignore lint/a11y/useMediaCaption: there is none beside it
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      return <video key={attempt} {...playable} />;
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: as above
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      return <audio key={attempt} {...playable} />;
    case 'pdf':
      return (
        <iframe
          src={address}
          title={label}
          className="h-[var(--preview-height,60vh)] w-full rounded-control border border-line"
        />
      );
    case 'text':
      return <PlainText address={address} label={label} sizeBytes={item.size ?? 0} stamp={item.sha1 ?? ''} />;
  }
}

/** Why a preview failed: the host gave a reason instead of the content, or the browser cannot show the content. */
type PreviewFailure = { readonly reason: string } | 'damaged';

/**
 * Attempts to show one preview. An element tells nothing about its failure, so the host is asked. If it has the content by now, the
 * preview is loaded once more; after that the content itself is the reason.
 */
function useAttempts(address: string) {
  const [{ attempt, isSecond }, setAttempt] = useState({ attempt: 0, isSecond: false });
  const [failure, setFailure] = useState<PreviewFailure | null>(null);
  const load = (isSecond: boolean): void => {
    setFailure(null);
    setAttempt(({ attempt }) => ({ attempt: attempt + 1, isSecond }));
  };
  const failed = (): void =>
    void refusalAt(address).then((reason) => {
      if (reason !== null) setFailure({ reason });
      else if (isSecond) setFailure('damaged');
      else load(true);
    });
  return { attempt, failure, failed, again: () => load(false) };
}

/** The host's reason for not serving the content; null if it serves it. */
async function refusalAt(address: string): Promise<string | null> {
  try {
    const answer = await fetch(address, { headers: { range: 'bytes=0-0' } });
    if (!answer.ok) return (await answer.text()) || texts.errors.failed;
    // A service that knows no ranges sends all of it.
    await answer.body?.cancel();
    return null;
  } catch {
    // The host itself is gone.
    return texts.errors.failed;
  }
}

function PlainText({
  address,
  label,
  sizeBytes,
  stamp,
}: {
  address: string;
  label: string;
  sizeBytes: number;
  /** Changes with the content. */
  stamp: string;
}): ReactNode {
  const text = useQuery({ queryKey: ['content', address, stamp], queryFn: () => readStart(address, sizeBytes) });
  if (text.data === undefined) {
    return text.error === null ? (
      <Skeleton className="h-48" />
    ) : (
      <ErrorMessage error={{ message: text.error.message }} />
    );
  }
  return (
    <figure aria-label={label} className="grid gap-2 font-mono text-small">
      <pre
        // A long text is scrolled by the keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        className="max-h-[var(--preview-height,60vh)] overflow-auto whitespace-pre-wrap rounded-control bg-mute-bg p-3"
      >
        {text.data}
      </pre>
      {sizeBytes > previewLimits.text && (
        <figcaption className="font-sans text-dim text-small">
          {texts.details.cutText(formatBytes(previewLimits.text))}
        </figcaption>
      )}
    </figure>
  );
}

/** The start of a text; invalid UTF-8 is shown as replacement characters. */
async function readStart(address: string, sizeBytes: number): Promise<string> {
  if (sizeBytes === 0) return '';
  const answer = await fetch(address, { headers: { range: `bytes=0-${previewLimits.text - 1}` } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text === '' ? texts.errors.failed : text);
  return text;
}
