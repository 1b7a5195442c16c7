import { MEMBERS_PATH, PARTNER_MEMBERS } from '@redoubt/services';
import { startLoopbackService, type LoopbackService } from './loopback-service.ts';

/** The loyalty programme where the database is the operator's: the rows of its list over HTTP. @throws where the port is taken. */
export const startMembersService = (port: number): Promise<LoopbackService> =>
  startLoopbackService(port, MEMBERS_PATH, (query) => {
    const key = query.get('key');
    const rows = PARTNER_MEMBERS.map(([member, tier, since]) => ({ member, tier, since }));
    const column = (['member', 'tier', 'since'] as const).find((name) => name === query.get('column'));
    if (column === undefined) return [400, { error: 'column is none of member, tier and since.' }];
    return [200, rows.find((row) => row[column] === key) ?? null];
  });
