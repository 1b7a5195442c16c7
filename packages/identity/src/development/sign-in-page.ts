import { escapeHtml } from '@redoubt/kernel';
import type { DevelopmentPerson, DevelopmentTenant } from './people.ts';

/** Headers of every page here: nothing from elsewhere, nothing inline, never framed. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

export const ASSETS_PATH = '/idp-login/assets';

const page = (title: string, body: string, head = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Redoubt</title>
<link rel="stylesheet" href="${ASSETS_PATH}/sign-in.css">
${head}</head>
<body>
<main>
<p class="brand"><span class="mark" aria-hidden="true"></span>Redoubt</p>
${body}
</main>
</body>
</html>
`;

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();

const rolesOf = (person: DevelopmentPerson): string => {
  const labels = person.description === undefined ? person.roles : [person.description];
  if (labels.length === 0) return '<span class="role none">No role</span>';
  return labels.map((label) => `<span class="role">${escapeHtml(label)}</span>`).join('');
};

const personButton = (person: DevelopmentPerson, state: 'hinted' | 'signedIn' | 'other'): string => `<li>
<button name="person" value="${escapeHtml(person.id)}"${state === 'hinted' ? ' autofocus' : ''}>
<span class="avatar" aria-hidden="true">${escapeHtml(initialsOf(person.name))}</span>
<span class="who"><span class="name">${escapeHtml(person.name)}</span>
<span class="username">${escapeHtml(person.username)}${state === 'signedIn' ? ' · signed in' : ''}</span>
<span class="roles">${rolesOf(person)}</span></span>
</button></li>`;

export type SignInPageFacts = {
  readonly tenant: DevelopmentTenant;
  readonly people: readonly DevelopmentPerson[];
  /** Other tenants of this installation; a link restarts the console for one. */
  readonly otherTenants: readonly DevelopmentTenant[];
  readonly signedInId: string | undefined;
  readonly loginHint: string | undefined;
};

/** The page that asks who one wants to be; a plain form, one button a person. */
export const signInPage = ({ tenant, people, otherTenants, signedInId, loginHint }: SignInPageFacts): string => {
  const stateOf = (person: DevelopmentPerson): 'hinted' | 'signedIn' | 'other' => {
    if (person.id === signedInId) return 'signedIn';
    return person.username === loginHint ? 'hinted' : 'other';
  };
  const elsewhere = otherTenants
    .map(({ id, name }) => `<a href="/?tenant=${encodeURIComponent(id)}">${escapeHtml(name)}</a>`)
    .join(', ');
  return page(
    'Pick an account',
    `<h1>Pick an account</h1>
<p class="lead">Sign in to <strong>${escapeHtml(tenant.name)}</strong></p>
<form method="post">
<ul class="people">
${people.map((person) => personButton(person, stateOf(person))).join('\n')}
</ul>
<button class="cancel" name="cancel" value="yes">Cancel</button>
</form>
${elsewhere === '' ? '' : `<p class="note">Another tenant: ${elsewhere}</p>`}
<p class="note">Development sign-in, for evaluation only. Set <code>OIDC_ISSUER</code> to use your own directory.</p>`,
  );
};

/** The page that asks a browser for the code of the terminal, once. */
export const codePage = (isWrong: boolean): string =>
  page(
    'Sign-in code',
    `<h1>Enter the sign-in code</h1>
<p class="lead">The terminal that started Redoubt prints it, in the link to open as well.</p>
<form method="post">
<p><label>Sign-in code <input name="code" type="password" autocomplete="off" required autofocus></label></p>
${isWrong ? '<p role="alert">That is not the code.</p>' : ''}
<button class="primary">Continue</button>
</form>
<p class="note">Development sign-in: everyone who has the code can sign in as any of these people. Set <code>OIDC_ISSUER</code> to use your own directory.</p>`,
  );

/** The page that ends a session; it sends itself where scripts run and has a button where they do not. */
export const signOutPage = (form: string): string =>
  page(
    'Sign out',
    `<h1>Signing you out</h1>
${form.replace('</form>', '<button class="primary" name="logout" value="yes">Sign out</button></form>')}`,
    `<script src="${ASSETS_PATH}/sign-out.js" defer></script>\n`,
  );

export const failurePage = (title: string, sentence: string): string =>
  page(
    title,
    `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(sentence)}</p>\n<p><a class="primary" href="/">Back to Redoubt</a></p>`,
  );
