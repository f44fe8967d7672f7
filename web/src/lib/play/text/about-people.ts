/** What is done about people at a table by typed commands: not reading them, blocking them, reporting them. */

import { properName } from '../game/snapshot';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import { loadProblems } from '../../base/language/problems.svelte';
import { block } from '../../people/moderation/block';
import { REASONS, reasonText } from '../../people/moderation/reasons';
import { problemOf } from '../../base/problem';
import { problemText } from '../../base/problem-text';
import type { Misconduct } from '../../base/protocol';
import * as moderationEndpoints from '../../base/protocol/endpoints/moderation';
import type { TableSession } from '../table/session.svelte';
import { request } from '../../base/transport';
import type { AboutPeople } from './commands';
import { fold } from './fold';
import { NOTHING, refusal, reply, type Question, type Reply } from './reply';

/** What each reason is called when it is typed. */
const TYPED = {
  insults: 'moderation.typedInsults',
  spoiling: 'moderation.typedSpoiling',
  cheating: 'moderation.typedCheating',
  name: 'moderation.typedName',
  advertising: 'moderation.typedAdvertising',
  other: 'moderation.typedOther',
} as const satisfies Record<Misconduct, string>;

/** Does it, or asks first. What comes of it later is told. */
export function aboutPeople(
  command: AboutPeople,
  session: TableSession,
  tell: (later: Reply) => void,
): Reply | Question {
  const { chat, id: table } = session;
  const { snapshot } = session.store;
  const { seat } = command;
  if (!snapshot) return NOTHING;
  const name = properName(snapshot, seat);
  if (command.id === 'mute' || command.id === 'unmute') {
    if (!chat.others().some((other) => other.seat === seat)) {
      return refusal(t('textAnswers.noPerson', { name }));
    }
    const mutes = command.id === 'mute';
    if (chat.isMuted(name) !== mutes) chat.toggle(name);
    return reply(mutes ? t('moderation.muted', { name }) : t('moderation.unmuted', { name }));
  }
  if (!chat.people) return refusal(t('moderation.off'));
  if (!chat.people.has(seat)) return refusal(t('textAnswers.noPerson', { name }));
  const later = (what: () => Promise<unknown>, done: string) => () => {
    what().then(
      () => {
        tell(reply(done));
      },
      async (error: unknown) => {
        await loadProblems();
        tell(refusal(problemText(problemOf(error))));
      },
    );
  };
  if (command.id !== 'report') {
    return {
      ask: t('moderation.askBlock', { name }),
      run: later(() => block(chat, seat, name), t('moderation.blocked', { name })),
    };
  }
  const said = reasonIn(command.text);
  if (!said) return refusal(t('moderation.whichReason', { reasons: reasonNames() }));
  const send = () =>
    request(moderationEndpoints.report, { body: { table, seat, line: null, ...said } });
  const along = listed([
    t('moderation.alongTalk'),
    t('moderation.alongLog'),
    t('moderation.alongTable'),
  ]);
  const ask = t('moderation.askReport', { name, reason: reasonText(said.reason), along });
  return { ask, run: later(send, t('moderation.sent')) };
}

/** The reason that a text begins with, and what follows it; null where it begins with none. */
export function reasonIn(text: string): { reason: Misconduct; words: string | null } | null {
  const [first = '', ...others] = text.trim().split(/\s+/u);
  const reason = REASONS.find((each) => namesOf(each).some((name) => fold(name) === fold(first)));
  return reason ? { reason, words: others.join(' ') || null } : null;
}

function namesOf(reason: Misconduct): string[] {
  return t(TYPED[reason])
    .split(',')
    .map((word) => word.trim());
}

/** What each reason is called first. */
function reasonNames(): string {
  return listed(
    REASONS.map((reason) => namesOf(reason)[0] ?? ''),
    'disjunction',
  );
}
