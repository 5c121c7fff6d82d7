import { ownPlaces, placesHere } from '../../account/places.ts';

/** The folders of Tandem's own data for a command with this state: the private service keeps its files at their usual place. */
export const ownPlacesWith = (state: string): readonly string[] => ownPlaces({ ...placesHere(), state });
