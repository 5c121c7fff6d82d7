import type { FastifyReply } from 'fastify';
import { limits } from '../../../../contract/rules/limits.ts';
import type { Submitter } from '../../../domain/surfaces/file-requests/visitors/submit-file.ts';
import type { FileRequestRecord } from '../../../ports/metadata/surfaces/file-requests.ts';
import { type Html, html } from '../html.ts';
import { sendPage } from '../page.ts';
import { readableSize } from '../readable-size.ts';

/** Input of a file request's form. */
export interface RequestForm {
  readonly request: FileRequestRecord;
  /** The previous input. */
  readonly submitter: Submitter;
  /** The maximum file size. */
  readonly maxBytes: number;
  /** The error of the last attempt, and the files that were stored nevertheless. */
  readonly trouble: { readonly status: number; readonly sentence: string; readonly received: readonly string[] } | null;
}

/** The form through which people upload files. */
export function sendRequestForm(
  reply: FastifyReply,
  { request, submitter, maxBytes, trouble }: RequestForm,
): FastifyReply {
  const body = html`<h1>${request.title}</h1>
${request.description === null ? null : html`<p class="lines">${request.description}</p>`}
${trouble === null ? null : troubleText(trouble)}
<form method="post" action="/f/${request.token}" enctype="multipart/form-data">
${request.isEmailRequired ? emailField(submitter) : null}
${request.isDescriptionRequired ? descriptionField(submitter) : null}
<label for="files">Files</label>
<input id="files" name="files" type="file" multiple required aria-describedby="limit">
<p class="soft" id="limit">Up to ${limits.fileRequestFilesAtOnce} files at a time, each at most ${readableSize(maxBytes)}.</p>
<button type="submit">Send</button>
</form>`;
  return sendPage(reply, { status: trouble?.status ?? 200, title: request.title, body });
}

/** The same page for a form that is inactive, expired or never existed. */
export function sendClosedPage(reply: FastifyReply): FastifyReply {
  const body = html`<h1>This file request is closed</h1>
<p>It has expired, its folder no longer exists, or the link is incomplete. Ask the person who sent you the link.</p>`;
  return sendPage(reply, { status: 404, title: 'This file request is closed', body });
}

/** The page after a submission, with the names of the received files. */
export function sendThanks(reply: FastifyReply, request: FileRequestRecord, received: readonly string[]): FastifyReply {
  const body = html`<h1>Thank you</h1>
<p>${received.length === 1 ? 'Your file was' : `Your ${received.length} files were`} uploaded.</p>
${names(received)}
<p><a class="button quiet" href="/f/${request.token}">Send more</a></p>`;
  return sendPage(reply, { title: 'Thank you', body });
}

function troubleText({ sentence, received }: NonNullable<RequestForm['trouble']>): Html {
  const arrived = html`<p>These files were uploaded before the error. You need not send them again:</p>${names(received)}`;
  return html`<div role="alert"><p class="bad">${sentence}</p>${received.length === 0 ? null : arrived}</div>`;
}

function names(received: readonly string[]): Html {
  return html`<ul>${received.map((name) => html`<li>${name}</li>`)}</ul>`;
}

// Text fields come before the files, so that the service has them when the first byte arrives.
function emailField({ email }: Submitter): Html {
  return html`<label for="email">Your email address</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="email" maxlength="254" required>`;
}

function descriptionField({ description }: Submitter): Html {
  return html`<label for="description">Description</label>
<textarea id="description" name="description" maxlength="${limits.descriptionLength}" required>${description}</textarea>`;
}
