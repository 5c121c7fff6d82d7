import { selectFields } from '../../../contract/fields.ts';
import type { FullUser } from '../../../contract/resources/people/user.ts';
import { myTags } from '../../domain/people/users/self/my-tags.ts';
import type { HandlerContext } from '../handlers.ts';

/** A user with the requested fields. Only the caller's own account has `my_tags`, and they are looked up only if they are shown. */
export async function shownUser(
  user: FullUser,
  fields: readonly string[] | undefined,
  { service, caller }: Pick<HandlerContext, 'service' | 'caller'>,
): Promise<FullUser> {
  const hasTags = user.id === caller.user.id && fields?.includes('my_tags') === true;
  const complete = hasTags ? { ...user, my_tags: await myTags(service, caller) } : user;
  return selectFields(complete, fields);
}
