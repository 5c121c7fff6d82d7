import type { FastifyReply } from 'fastify';
import { type Html, html } from '../html.ts';
import { sendPage } from '../page.ts';

/** Input of the sign-in page. `to` is the path that follows; `trouble` is the error of the last attempt. */
export interface SignInPage {
  readonly formToken: string;
  readonly to: string;
  readonly login: string;
  readonly trouble: { readonly status: number; readonly sentence: string } | null;
}

/** The form for login and password. */
export function sendSignInPage(reply: FastifyReply, { formToken, to, login, trouble }: SignInPage): FastifyReply {
  const described = trouble === null ? null : html` aria-describedby="trouble"`;
  const body = html`<h1>Sign in</h1>
${trouble === null ? null : html`<p class="bad" role="alert" id="trouble">${trouble.sentence}</p>`}
<form method="post" action="/sign-in">
${hiddenFields({ form_token: formToken, to })}
<label for="login">Login</label>
<input id="login" name="login" type="text" value="${login}" autocomplete="username" autocapitalize="none"
  spellcheck="false" maxlength="256" required${described}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${described}>
<button type="submit">Sign in</button>
</form>
<p class="soft">If you have no password or forgot it, ask your administrator for a new one.</p>`;
  return sendPage(reply, { status: trouble?.status ?? 200, title: 'Sign in', body });
}

/** The page for a signed-in user without a further destination. */
export function sendSignedInPage(reply: FastifyReply, formToken: string, name: string, login: string): FastifyReply {
  const body = html`<h1>You are signed in</h1>
<p>As <strong>${name}</strong> (${login}). You can close this page.</p>
<p><a href="/account/password">Change your password</a></p>
<form method="post" action="/sign-out">
${hiddenFields({ form_token: formToken })}
<button type="submit" class="quiet">Sign out</button>
</form>`;
  return sendPage(reply, { title: 'Signed in', body });
}

/** Hidden form fields. */
export function hiddenFields(fields: Readonly<Record<string, string>>): readonly Html[] {
  return Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
}
