import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { scimError, scimGroup, scimList, scimUser } from '../testing/scim-schemas.ts';
import { createScimScene, type ScimCaller } from '../testing/scim-scene.ts';

const db = useDatabase();
const PEOPLE = 7;
let scim: ScimCaller;

beforeAll(async () => {
  ({ scim } = await createScimScene(db.database));
  for (let number = 1; number <= PEOPLE; number += 1) {
    const userName = `person${number}@northfell.example`;
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
    const body = { schemas, userName, displayName: `Person ${PEOPLE - number}`, active: number % 2 === 1 };
    await scim('POST', '/Users', scimUser, { body });
  }
  for (const displayName of ['Analysts', 'Managers', 'Reviewers']) {
    const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName };
    await scim('POST', '/Groups', scimGroup, { body });
  }
});

const users = async (query: string) => (await scim('GET', `/Users?${query}`, scimList(scimUser))).body;

/** Walks through a list as clients do, until a page is short. */
const walk = async (query: string, count: number) => {
  const names: string[] = [];
  for (let startIndex = 1; ;) {
    const page = await users(`${query}&startIndex=${startIndex}&count=${count}`);
    expect([page.startIndex, page.itemsPerPage]).toEqual([startIndex, page.Resources.length]);
    names.push(...page.Resources.map(({ userName }) => userName));
    startIndex += count;
    if (startIndex > page.totalResults) return names;
  }
};

describe('pages of SCIM lists', () => {
  it('keep a filter and an order from page to page', async () => {
    const filter = `filter=${encodeURIComponent('userName sw "person" and active eq true')}`;
    expect((await walk(filter, 3)).toSorted()).toEqual([1, 3, 5, 7].map((n) => `person${n}@northfell.example`));
    const all = `filter=${encodeURIComponent('userName sw "person"')}&sortBy=displayName`;
    const rising = Array.from({ length: PEOPLE }, (_, index) => `person${PEOPLE - index}@northfell.example`);
    expect(await walk(all, 2)).toEqual(rising);
    expect(await walk(`${all}&sortOrder=descending`, 2)).toEqual(rising.toReversed());
  });

  it('hold every person once where nothing is filtered or sorted', async () => {
    const names = await walk('', 3);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength((await users('count=0')).totalResults);
  });

  it('are empty behind the end, and hold only the count where none is asked for', async () => {
    const { totalResults } = await users('');
    expect(await users(`startIndex=${totalResults + 1}`)).toMatchObject({
      totalResults,
      itemsPerPage: 0,
      Resources: [],
    });
    expect(await users('count=0')).toMatchObject({ totalResults, itemsPerPage: 0, Resources: [] });
    const filter = encodeURIComponent('userName sw "person"');
    expect(await users(`count=0&filter=${filter}`)).toMatchObject({ totalResults: PEOPLE, Resources: [] });
    expect(await users(`count=0&sortBy=userName`)).toMatchObject({ totalResults, itemsPerPage: 0, Resources: [] });
  });

  it('take numbers below the least as the least, and refuse what is no number', async () => {
    expect(await users('startIndex=-3&count=1')).toMatchObject({ startIndex: 1, itemsPerPage: 1 });
    expect(await users('startIndex=0&count=-1')).toMatchObject({ startIndex: 1, itemsPerPage: 0 });
    for (const query of ['startIndex=two', 'count=1.5', 'count=1e3']) {
      const { status, body } = await scim('GET', `/Users?${query}`, scimError);
      expect([status, body.scimType]).toEqual([400, 'invalidValue']);
    }
  });

  it('hold every group once', async () => {
    const pages = [1, 3].map((start) => scim('GET', `/Groups?startIndex=${start}&count=2`, scimList(scimGroup)));
    const [first, second] = await Promise.all(pages);
    expect([first?.body.itemsPerPage, second?.body.itemsPerPage]).toEqual([2, 1]);
    const names = [first, second].flatMap((page) => page?.body.Resources.map(({ displayName }) => displayName));
    expect(names.toSorted()).toEqual(['Analysts', 'Managers', 'Reviewers']);
  });
});
