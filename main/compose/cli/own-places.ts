import { placesOf } from '../../account/account-record.ts';
import { ownPlaces, placesHere } from '../../account/places.ts';

/** The folders of Tandem's own data for a command with this state. */
export const ownPlacesWith = async (state: string): Promise<readonly string[]> =>
  ownPlaces(await placesOf({ ...placesHere(), state }));
