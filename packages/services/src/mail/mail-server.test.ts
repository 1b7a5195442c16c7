import { startMailServer, partsOf, type LocalMailServer } from '@redoubt/testing/mail';
import { afterEach, describe, expect, it } from 'vitest';
import { createMailServer, mailSettingsProblem, type MailServerSettings, type OutgoingMail } from './mail-server.ts';

const USER = { name: 'redoubt', password: 'p@ss:wörd' };
const FROM = 'Redoubt <redoubt@shop.example>';
const MAIL: OutgoingMail = {
  id: 'a-1',
  recipient: 'mara@shop.example',
  subject: 'Report – Übersicht',
  text: 'Figures: 3',
  html: '<p>Figures: 3 &amp; more</p>',
  attachments: [{ name: 'report.csv', type: 'text/csv', content: 'a,b\r\n1,ü\r\n' }],
};

const servers: LocalMailServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const start = async (user?: typeof USER): Promise<LocalMailServer> => {
  const server = await startMailServer(user);
  servers.push(server);
  return server;
};

const urlOf = (port: number, { name, password } = USER): string =>
  `smtp://${encodeURIComponent(name)}:${encodeURIComponent(password)}@localhost:${port}`;

const mailer = (settings: Partial<MailServerSettings>) =>
  createMailServer({ url: 'smtp://localhost:25', from: FROM, tls: true, domains: [], ...settings });

const send = (settings: Partial<MailServerSettings>, mail: Partial<OutgoingMail> = {}) =>
  mailer(settings).send({ ...MAIL, ...mail }, new AbortController().signal);

describe('a mail', () => {
  it('goes to a server that asks for STARTTLS and a sign-in', async () => {
    const server = await start(USER);
    await send({ url: urlOf(server.port), ca: server.certificate });
    expect(server.mails).toMatchObject([
      { from: 'redoubt@shop.example', recipients: ['mara@shop.example'], user: 'redoubt', isEncrypted: true },
    ]);
    const source = server.mails[0]?.source ?? '';
    expect(source).toContain('Message-ID: <a-1@shop.example>');
    expect(source).toContain('Auto-Submitted: auto-generated');
    const parts = partsOf(source);
    expect(parts.get('text/plain')?.trim()).toBe('Figures: 3');
    expect(parts.get('text/html')?.trim()).toBe('<p>Figures: 3 &amp; more</p>');
    expect(parts.get('report.csv')).toBe('a,b\r\n1,ü\r\n');
  });

  it('is not sent in the clear unless the operator says so', async () => {
    const server = await start();
    const url = `smtp://localhost:${server.port}`;
    await expect(send({ url })).rejects.toMatchObject({ code: 'MAIL-TLS' });
    expect(server.mails).toEqual([]);
    await send({ url, tls: false });
    expect(server.mails).toMatchObject([{ isEncrypted: false, user: null }]);
  });

  it('is not sent to a server whose certificate is not trusted', async () => {
    const server = await start(USER);
    await expect(send({ url: urlOf(server.port) })).rejects.toMatchObject({ code: 'MAIL-TLS' });
    expect(server.mails).toEqual([]);
  });

  it('says that the sign-in was refused', async () => {
    const server = await start(USER);
    const wrong = urlOf(server.port, { ...USER, password: 'wrong' });
    await expect(send({ url: wrong, ca: server.certificate })).rejects.toMatchObject({ code: 'MAIL-SIGN-IN' });
    const none = `smtp://localhost:${server.port}`;
    await expect(send({ url: none, ca: server.certificate })).rejects.toMatchObject({ code: 'MAIL-SIGN-IN' });
  });

  it('says what the server refused, for ever or for now, and when nothing answers', async () => {
    const server = await start();
    const settings = { url: `smtp://localhost:${server.port}`, tls: false };
    server.behaviour.recipient = () => 550;
    await expect(send(settings)).rejects.toMatchObject({
      code: 'MAIL-REFUSED',
      params: { answer: expect.stringContaining('No such mailbox') },
    });
    server.behaviour.recipient = () => 451;
    await expect(send(settings)).rejects.toMatchObject({ code: 'MAIL-DEFERRED' });
    delete server.behaviour.recipient;
    server.behaviour.message = () => 554;
    await expect(send(settings)).rejects.toMatchObject({ code: 'MAIL-REFUSED' });
    server.behaviour.hangsUp = () => true;
    await expect(send(settings)).rejects.toMatchObject({ code: 'MAIL-UNREACHABLE' });
    await server.close();
    await expect(send(settings)).rejects.toMatchObject({ code: 'MAIL-UNREACHABLE' });
    expect(server.mails).toEqual([]);
  });

  it('keeps what people wrote out of its headers', async () => {
    const server = await start();
    const settings = { url: `smtp://localhost:${server.port}`, tls: false };
    await send(settings, { subject: 'Figures\r\nBcc: eve@evil.example' });
    expect(server.mails[0]?.recipients).toEqual(['mara@shop.example']);
    expect(server.mails[0]?.source).not.toMatch(/^Bcc:/m);
  });
});

it('settings of a mail server need a sender, and no password in the clear', () => {
  const settings = { url: 'smtp://u:p@mail.example', from: FROM, tls: true };
  expect(mailSettingsProblem(settings)).toBeUndefined();
  expect(mailSettingsProblem({ ...settings, from: '' })).toContain('MAIL_FROM');
  expect(mailSettingsProblem({ ...settings, tls: false })).toContain('SMTP_TLS');
  expect(mailSettingsProblem({ ...settings, tls: false, url: 'smtp://u:p@127.0.0.1' })).toBeUndefined();
  expect(mailSettingsProblem({ ...settings, tls: false, url: 'smtp://mail.example' })).toBeUndefined();
});
