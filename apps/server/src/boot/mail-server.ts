import { readFile } from 'node:fs/promises';
import { createMailServer, type MailServer } from '@redoubt/services';
import { SettingsError, type Settings } from './settings/settings.ts';

type MailSettings = Pick<Settings, 'SMTP_URL' | 'SMTP_TLS' | 'SMTP_CA_FILE' | 'MAIL_FROM' | 'MAIL_DOMAINS'>;

/** The mail server of the settings; undefined without one. @throws `SettingsError` where its certificates cannot be read. */
export const openMailServer = async (settings: MailSettings): Promise<MailServer | undefined> => {
  const { SMTP_URL, SMTP_TLS, SMTP_CA_FILE, MAIL_FROM, MAIL_DOMAINS } = settings;
  if (SMTP_URL === undefined || MAIL_FROM === undefined) return undefined;
  const ca =
    SMTP_CA_FILE === undefined
      ? undefined
      : await readFile(SMTP_CA_FILE, 'utf8').catch((error: unknown) => {
          throw new SettingsError(`SMTP_CA_FILE: ${SMTP_CA_FILE} cannot be read; name a readable PEM file.`, {
            cause: error,
          });
        });
  return createMailServer({ url: SMTP_URL, from: MAIL_FROM, tls: SMTP_TLS === 'required', ca, domains: MAIL_DOMAINS });
};
