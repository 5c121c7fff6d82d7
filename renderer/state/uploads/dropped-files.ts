/** A file to upload and the path it gets below the destination, with `/`. Null: the browser could not read it, or not list this folder. */
export type DroppedFile = { readonly file: File | null; readonly relativePath: string };

/** A dropped entry: one that can be walked, or a bare file if the browser has no entry for it. */
export type DroppedThing = FileSystemEntry | File;

/** Must be called within the drop event: the browser empties the transfer right after it. */
export function droppedThings(transfer: DataTransfer): readonly DroppedThing[] {
  return [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
    .filter((thing) => thing !== null);
}

/** All files of a drop, including those in folders. A folder without files has nothing to upload. */
export async function filesOfDrop(things: readonly DroppedThing[]): Promise<readonly DroppedFile[]> {
  const found: DroppedFile[] = [];
  const waiting = [...things];
  // Also visits the entries of folders, which are added meanwhile.
  for (const entry of waiting) {
    if (entry instanceof File) {
      found.push({ file: entry, relativePath: entry.name });
      continue;
    }
    const relativePath = entry.fullPath.replace(/^\//, '');
    try {
      if (isDirectory(entry)) for (const inside of await listDirectory(entry)) waiting.push(inside);
      else if (isFile(entry)) found.push({ file: await openFile(entry), relativePath });
    } catch {
      // Its row says so, and the others are uploaded.
      found.push({ file: null, relativePath });
    }
  }
  return found;
}

/** The result of a file picker; a chosen folder is part of each path. */
export function filesOfPicker(files: Iterable<File>): readonly DroppedFile[] {
  return [...files].map((file) => ({
    file,
    relativePath: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
  }));
}

/** A reader returns a folder in batches (Chromium: 100 entries), and ends with an empty one. */
async function listDirectory(directory: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const piece = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (piece.length === 0) return all;
    all.push(...piece);
  }
}

function openFile(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
