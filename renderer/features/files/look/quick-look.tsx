import { ChevronLeft, ChevronRight, Ellipsis, Info, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from '../../../components/controls/button.tsx';
import { MenuButton } from '../../../components/controls/menu/menu-button.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { FileIcon } from '../../../parts/files/file-icon.tsx';
import { fileType } from '../../../parts/files/file-type.ts';
import type { RowAct } from '../../../parts/rows/row-act.ts';
import { useIsNarrow } from '../../../state/hooks/use-is-narrow.ts';
import { useNow } from '../../../state/hooks/use-now.ts';
import { changedAtMs, nameOf } from '../../../state/items/item.ts';
import { formatBytes, formatMoment } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { PreviewTab } from '../details/preview-tab.tsx';
import { Thumbnail } from '../list/thumbnail.tsx';
import { ItemState, type ItemStates } from '../state/item-state.tsx';
import { FileStrip } from './file-strip.tsx';
import { LookDetails } from './look-details.tsx';
import type { LookedFile } from './looked-file.ts';

type QuickLookProps = {
  readonly file: LookedFile;
  /** The files that the arrow keys move through. */
  readonly files: readonly LookedFile[];
  readonly state: ItemStates;
  /** Actions on the file, as buttons; they close the preview. */
  readonly acts: readonly RowAct[];
  readonly onFile: (file: LookedFile) => void;
  readonly onDetails: () => void;
  readonly onClose: () => void;
};

/** An open menu is drawn outside of the dialog, and has its own keys. */
const isWithin = (dialog: HTMLElement | null, target: EventTarget): boolean =>
  target instanceof Node && dialog?.contains(target) === true;

/**
 * A preview that fills the window, dark around pictures in either theme. The arrows move through the files of the list, I shows the details, Space and
 * Escape return to the row.
 */
export function QuickLook({ file, files, state, acts, onFile, onDetails, onClose }: QuickLookProps): ReactNode {
  const [hasDetails, setDetails] = useState(false);
  const { pixels, onLoadCapture } = usePixels(file);
  const { index, isListed, isAlone, before, after } = usePlace(file, files);
  const dialog = useRef<HTMLElement>(null);
  const pressed = (event: KeyboardEvent): void => {
    const act = isWithin(dialog.current, event.target) ? actOf(event) : null;
    if (act === null) return;
    event.preventDefault();
    const to = act === 'before' ? before : after;
    if (act === 'details') setDetails((has) => !has);
    else if (act === 'close') onClose();
    else if (to !== undefined) onFile(to);
  };
  return (
    // The keys are those of the whole dialog, wherever in it the focus is: it is drawn elsewhere, and its events still come here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- each key has a button
    <div className="contents" onKeyDown={pressed}>
      <ModalOverlay
        isOpen
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
        className="dark-surface fixed inset-0 z-20 bg-stage text-text [--field:var(--over)] data-entering:animate-[appear_150ms_ease-out]"
      >
        <Modal className="h-full">
          <Dialog
            ref={dialog}
            className="flex h-full flex-col outline-none"
            aria-label={texts.details.previewOf(nameOf(file))}
          >
            <Head
              file={file}
              state={state}
              acts={acts}
              pixels={pixels}
              place={isListed && !isAlone ? texts.files.placeOf(index + 1, files.length) : ''}
              hasDetails={hasDetails}
              onDetails={() => setDetails(!hasDetails)}
              onClose={onClose}
            />
            <div className="relative flex min-h-0 flex-1">
              <div className="flex min-w-0 flex-1 flex-col">
                <div className="flex min-h-0 flex-1 items-center gap-2 px-2 py-4 sm:gap-6 sm:px-6">
                  <Step label={texts.files.before} to={before} isHidden={isAlone} onFile={onFile}>
                    <ChevronLeft aria-hidden className="size-5 rtl:-scale-x-100" />
                  </Step>
                  <Content file={file} onLoadCapture={onLoadCapture} />
                  <Step label={texts.files.after} to={after} isHidden={isAlone} onFile={onFile}>
                    <ChevronRight aria-hidden className="size-5 rtl:-scale-x-100" />
                  </Step>
                </div>
                <FileStrip files={files} shown={file} index={index} onFile={onFile} />
              </div>
              {hasDetails && <LookDetails file={file} pixels={pixels} onAll={onDetails} />}
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </div>
  );
}

/** The place of a file among the others. One that has left the list stands between those that were around it. */
function usePlace({ id: shownId }: LookedFile, files: readonly LookedFile[]) {
  const found = files.findIndex(({ id }) => id === shownId);
  const [last, setLast] = useState(found);
  const isListed = found >= 0;
  if (isListed && found !== last) setLast(found);
  const index = isListed ? found : last;
  const before = files[index - 1];
  const after = files[isListed ? index + 1 : index];
  return { index, isListed, isAlone: before === undefined && after === undefined, before, after };
}

const Content = ({
  file,
  onLoadCapture,
}: {
  file: LookedFile;
  onLoadCapture: (event: SyntheticEvent) => void;
}): ReactNode => (
  <div
    onLoadCapture={onLoadCapture}
    className="grid h-full min-w-0 flex-1 content-center overflow-auto [--preview-height:calc(100vh-12rem)] [&_img]:mx-auto [&_img]:w-auto [&_img]:bg-transparent [&_figure]:mx-auto [&_figure]:w-full [&_figure]:max-w-[100ch] [&_figure]:text-dense"
  >
    <PreviewTab item={file} standIn={<Thumbnail isWhole item={file} fallback={null} />} />
  </div>
);

function Head({
  file,
  state,
  acts,
  pixels,
  place,
  hasDetails,
  onDetails,
  onClose,
}: Pick<QuickLookProps, 'file' | 'state' | 'acts' | 'onClose'> & {
  pixels: string | null;
  place: string;
  hasDetails: boolean;
  onDetails: () => void;
}): ReactNode {
  const isNarrow = useIsNarrow();
  return (
    <div className="flex min-h-16 shrink-0 items-center gap-3 border-line border-b px-4 py-2 sm:px-6">
      <FileIcon type={fileType(nameOf(file))} />
      <div className="min-w-0">
        <Heading slot="title" dir="auto" className="truncate font-semibold">
          {nameOf(file)}
        </Heading>
        <p className="truncate text-dim text-small tabular-nums">
          <About file={file} pixels={pixels} />
        </p>
      </div>
      <div className="me-auto shrink-0 sm:ms-4">
        <ItemState item={file} isSmall={isNarrow} {...state} />
      </div>
      <p aria-live="polite" className="shrink-0 text-dense text-dim tabular-nums max-sm:sr-only">
        {place}
      </p>
      {isNarrow ? <ActsMenu file={file} {...{ acts, onClose }} /> : <Acts acts={acts} onClose={onClose} />}
      <Button
        kind="ghost"
        icon
        className="aria-expanded:bg-over aria-expanded:text-text"
        aria-label={texts.files.showDetails}
        aria-expanded={hasDetails}
        onPress={onDetails}
      >
        <Info aria-hidden className="size-4.5" />
      </Button>
      <Button kind="ghost" icon aria-label={texts.actions.close} onPress={onClose}>
        <X aria-hidden className="size-4.5" />
      </Button>
    </div>
  );
}

const ActsMenu = ({ file, acts, onClose }: Pick<QuickLookProps, 'file' | 'acts' | 'onClose'>): ReactNode =>
  acts.length > 0 && (
    <MenuButton
      kind="ghost"
      icon
      label={texts.files.actionsOf(nameOf(file))}
      entries={acts.map(({ id, label, icon }) => ({ id, label, icon }))}
      onAction={(id) => {
        onClose();
        acts.find((act) => act.id === id)?.run();
      }}
    >
      <Ellipsis aria-hidden className="size-4.5" />
    </MenuButton>
  );

const Acts = ({ acts, onClose }: Pick<QuickLookProps, 'acts' | 'onClose'>): ReactNode =>
  acts.map(({ id, label, icon: Icon, run }) => (
    <Button
      key={id}
      kind="ghost"
      onPress={() => {
        onClose();
        run();
      }}
    >
      <Icon aria-hidden className="size-4" />
      <span className="max-md:sr-only">{label}</span>
    </Button>
  ));

/** The size of the shown picture in pixels; null: it is none, or is not loaded yet. */
function usePixels({ id, sha1 }: LookedFile) {
  const key = `${id} ${sha1 ?? ''}`;
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly pixels: string } | null>(null);
  const onLoadCapture = ({ target: image }: SyntheticEvent): void => {
    if (!(image instanceof HTMLImageElement) || image.naturalWidth === 0) return;
    // A thumbnail in place of a preview is smaller than the file's picture.
    if (image.alt === '') return;
    const { naturalWidth: width, naturalHeight: height } = image;
    setLoaded({ key, pixels: `${width} × ${height}` });
  };
  return { pixels: loaded?.key === key ? loaded.pixels : null, onLoadCapture };
}

/** Its size, who changed it, and when. */
function About({ file, pixels }: { file: LookedFile; pixels: string | null }): ReactNode {
  const nowMs = useNow(60_000);
  const atMs = changedAtMs(file);
  const changed = [file.modified_by?.name, atMs === null ? undefined : formatMoment(atMs, nowMs, true)];
  const known = changed.filter((fact) => fact !== undefined && fact !== '').join(', ');
  return [formatBytes(file.size ?? 0), pixels, known].filter((fact) => fact !== null && fact !== '').join(' · ');
}

/** At the first and last file the button stays but does nothing. Beside the only one, just its room stays. */
function Step({
  label,
  to,
  isHidden,
  onFile,
  children,
}: {
  label: string;
  to: LookedFile | undefined;
  isHidden: boolean;
  onFile: (file: LookedFile) => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Button
      icon
      className={classNames('rounded-full bg-over sm:min-h-12 sm:w-12', isHidden && 'invisible')}
      aria-label={label}
      isDisabled={to === undefined}
      onPress={() => {
        if (to !== undefined) onFile(to);
      }}
    >
      {children}
    </Button>
  );
}

/** The action of a key; null if it has none here, or belongs to the focused control. */
function actOf({ key, target: at, ...event }: KeyboardEvent): 'before' | 'after' | 'details' | 'close' | null {
  if (isForMedia(at) || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (key === 'ArrowLeft') return 'before';
  if (key === 'ArrowRight') return 'after';
  if (key.toLowerCase() === 'i') return 'details';
  return key === ' ' && !isButton(at) ? 'close' : null;
}

/** Media players use these keys themselves. */
const isForMedia = (at: EventTarget): boolean => at instanceof HTMLMediaElement;

const isButton = (at: EventTarget): boolean => at instanceof Element && at.closest('button') !== null;
