import type { Octets } from '../../../contract/operation.ts';
import { uploadFile } from '../../../contract/operations/items/files.ts';
import { limits } from '../../../contract/rules/limits.ts';
import { say } from '../../../contract/rules/say.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { FileOfBatch } from '../../domain/tree/files/upload-files.ts';
import { requestFault } from '../requests/request-fault.ts';
import { contentAttributes, type StatedAttributes } from './content-attributes.ts';

/** A batch entry in the request. */
interface StatedFile extends StatedAttributes {
  readonly name: string;
  readonly parent: { readonly id: string };
  readonly size: number;
  readonly sha1?: string | undefined;
}

/**
 * Splits the file part of a batch into the files, which are concatenated in it. An entry with an invalid name is refused on its
 * own, along with its bytes.
 * @throws Refusal if there are too many bytes, or a different number than the entries declare.
 */
export async function readBatch(
  stated: readonly StatedFile[],
  content: Octets,
): Promise<readonly (FileOfBatch | Refusal)[]> {
  const bytes = await gather(
    content,
    stated.reduce((sum, { size }) => sum + size, 0),
  );
  let offset = 0;
  return stated.map((entry) => {
    const own = bytes.subarray(offset, offset + entry.size);
    offset += entry.size;
    return fileOf(entry, own);
  });
}

function fileOf(entry: StatedFile, bytes: Uint8Array): FileOfBatch | Refusal {
  const { name, parent, sha1 } = entry;
  const tested = uploadFile.body.attributes.safeParse({ name, parent });
  if (!tested.success) return requestFault('body', tested.error, { name, parent });
  return { name, parentId: parent.id, bytes, sha1, ...contentAttributes(entry) };
}

async function gather(content: Octets, sizeBytes: number): Promise<Uint8Array> {
  if (sizeBytes > limits.uploadBatchBytes) {
    const message = say`The files of a batch can have ${limits.uploadBatchBytes} bytes in total, not ${sizeBytes}. Send fewer at a time.`;
    throw new Refusal('request_entity_too_large', message);
  }
  const bytes = Buffer.alloc(sizeBytes);
  let filled = 0;
  for await (const chunk of content) {
    if (filled + chunk.length > sizeBytes) throw otherSize(sizeBytes);
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  if (filled < sizeBytes) throw otherSize(sizeBytes);
  return bytes;
}

function otherSize(sizeBytes: number): Refusal {
  return new Refusal(
    'bad_request',
    say`The file part does not have the ${sizeBytes} bytes that the entries declare in total.`,
  );
}
