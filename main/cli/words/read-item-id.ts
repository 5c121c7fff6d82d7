import { isId } from '../../../contract/rules/ids.ts';
import { type ItemId, itemId } from '../../engine/model/ids.ts';
import { CliError } from '../cli-error.ts';

/** The id of a file or folder on the service. */
export function readItemId(text: string): ItemId {
  if (isId(text)) return itemId(text);
  throw new CliError(
    'usage',
    `"${text}" is not an item ID.`,
    'An item ID has only decimal digits without a leading zero. Run `tandem ls` to see IDs; 0 is the root folder of the account.',
  );
}
