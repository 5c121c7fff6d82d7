import type { FastifyReply } from 'fastify';
import type { UserRecord } from '../../ports/metadata/users.ts';
import { html } from './html.ts';
import { sendPage } from './page.ts';

/** The pages that say why a shared link does not open, or not yet. */

/** The one answer to a link that was removed, has expired or never was. */
export function sendGonePage(reply: FastifyReply): FastifyReply {
  const body = html`<h1>Nothing is shared here</h1>
<p>The link was removed, has expired, or was not copied as a whole. Ask whoever sent it to you for a new one.</p>`;
  return sendPage(reply, { status: 404, title: 'Nothing is shared here', body });
}

/** For somebody who is signed in and is not among those whom the link is for. */
export function sendNotForYouPage(reply: FastifyReply, person: UserRecord | null): FastifyReply {
  const who = person === null ? null : html`<p class="soft">You are signed in as ${person.name} (${person.login}).</p>`;
  const body = html`<h1>This link is not for you</h1>
<p>Only people who were invited to what it leads to can open it. Ask whoever sent it to you for an invitation.</p>${who}`;
  return sendPage(reply, { status: 403, title: 'This link is not for you', body });
}

/** What the form that asks for a password shows; `trouble` is what was wrong with the last attempt. */
export interface PasswordPage {
  readonly base: string;
  readonly trouble: { readonly status: number; readonly sentence: string } | null;
}

/** The form that asks for the password of a link. */
export function sendPasswordPage(reply: FastifyReply, { base, trouble }: PasswordPage): FastifyReply {
  const described = trouble === null ? null : html` aria-describedby="trouble"`;
  const body = html`<h1>This link has a password</h1>
<p>Whoever sent it to you knows it.</p>
${trouble === null ? null : html`<p class="bad" role="alert" id="trouble">${trouble.sentence}</p>`}
<form method="post" action="${base}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" maxlength="256" required${described}>
<button type="submit">Open</button>
</form>`;
  return sendPage(reply, { status: trouble?.status ?? 200, title: 'This link has a password', body });
}
