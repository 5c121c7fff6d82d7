import { ChevronLeft, ChevronRight, Info, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from '../../../components/controls/button.tsx';
import { FileIcon } from '../../../parts/files/file-icon.tsx';
import { fileType } from '../../../parts/files/file-type.ts';
import { useIsNarrow } from '../../../state/hooks/use-is-narrow.ts';
import { type Item, nameOf } from '../../../state/items/item.ts';
import { formatBytes } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { PreviewTab } from '../details/preview-tab.tsx';
import { ItemState, type ItemStates } from '../state/item-state.tsx';

type File = Extract<Item, { type: 'file' }>;

type QuickLookProps = {
  readonly file: File;
  /** The files that the arrow keys move through. */
  readonly files: readonly File[];
  readonly state: ItemStates;
  readonly onFile: (file: File) => void;
  readonly onDetails: () => void;
  readonly onClose: () => void;
};

/** A full-window preview. The arrows move through the files of the list, I opens the details, Space and Escape return to the row. */
export function QuickLook({ file, files, state, onFile, onDetails, onClose }: QuickLookProps): ReactNode {
  const index = files.findIndex(({ id }) => id === file.id);
  const [before, after] = [files[index - 1], files[index + 1]];
  const pressed = (event: KeyboardEvent): void => {
    const act = actOf(event);
    if (act === null) return;
    event.preventDefault();
    const to = act === 'before' ? before : after;
    if (act === 'details') onDetails();
    else if (act === 'close') onClose();
    else if (to !== undefined) onFile(to);
  };
  return (
    // The keys are those of the whole dialog, wherever in it the focus is: it is drawn elsewhere, and its events still come here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- each key has a button
    <div className="contents" onKeyDown={pressed}>
      <ModalOverlay
        isOpen
        isDismissable
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
        className="fixed inset-0 z-20 bg-scrim p-2 data-entering:animate-[appear_150ms_ease-out] sm:p-6"
      >
        <Modal className="flex h-full flex-col overflow-hidden rounded-dialog bg-over shadow-float [--field:var(--over)]">
          <Dialog
            className="flex min-h-0 flex-1 flex-col outline-none"
            aria-label={texts.details.previewOf(nameOf(file))}
          >
            <Head
              file={file}
              state={state}
              place={texts.files.placeOf(index + 1, files.length)}
              onDetails={onDetails}
              onClose={onClose}
            />
            <div className="flex min-h-0 flex-1 items-center gap-1 px-1 pb-4 sm:gap-3 sm:px-3">
              <Step label={texts.files.before} to={before} onFile={onFile}>
                <ChevronLeft aria-hidden className="size-5 rtl:-scale-x-100" />
              </Step>
              <div className="grid h-full min-w-0 flex-1 content-center overflow-auto [--preview-height:calc(100vh-9rem)]">
                <PreviewTab item={file} />
              </div>
              <Step label={texts.files.after} to={after} onFile={onFile}>
                <ChevronRight aria-hidden className="size-5 rtl:-scale-x-100" />
              </Step>
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </div>
  );
}

function Head({
  file,
  state,
  place,
  onDetails,
  onClose,
}: {
  file: File;
  state: ItemStates;
  place: string;
  onDetails: () => void;
  onClose: () => void;
}): ReactNode {
  return (
    <div className="flex items-center gap-3 px-4 py-3">
      <FileIcon type={fileType(nameOf(file))} />
      <div className="min-w-0">
        <Heading slot="title" dir="auto" className="truncate font-semibold">
          {nameOf(file)}
        </Heading>
        <p aria-live="polite" className="text-dim text-small tabular-nums">
          {formatBytes(file.size ?? 0)} · {place}
        </p>
      </div>
      <div className="me-auto shrink-0 sm:ms-4">
        <ItemState item={file} isSmall={useIsNarrow()} {...state} />
      </div>
      <Button kind="ghost" icon aria-label={texts.files.showDetails} onPress={onDetails}>
        <Info aria-hidden className="size-4.5" />
      </Button>
      <Button kind="ghost" icon aria-label={texts.actions.close} onPress={onClose}>
        <X aria-hidden className="size-4.5" />
      </Button>
    </div>
  );
}

/** At the first and last file the button stays but does nothing. */
function Step({
  label,
  to,
  onFile,
  children,
}: {
  label: string;
  to: File | undefined;
  onFile: (file: File) => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Button
      kind="ghost"
      icon
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
