/**
 * What buttons and tabs say can be typed, too: their labels belong to the words of the commands that do the same. They
 * are put there when the page is built, in every language, so that a label is written once.
 */

import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** The topic that lists what can be typed. */
export const TYPED = 'textWords';

/** The labels of a command, or of a line that is typed as a whole, by the name of its list of words. */
export const LABELS: Readonly<Record<string, readonly string[]>> = {
  // The turn bar, and the questions above it.
  roll: ['actions.roll'],
  settlement: ['actions.settlement'],
  road: ['actions.road', 'actions.freeRoad'],
  city: ['actions.city'],
  developmentCard: ['actions.card', 'confirm.buy'],
  endTurn: ['actions.endTurn', 'actions.done', 'confirm.endTurnYes'],
  undo: ['common.undo'],
  no: ['common.cancel', 'textView.no'],
  // The panels of cards and of the robber.
  knight: ['commands.knight', 'words.knight'],
  roads: ['panels.freeRoads', 'words.roadBuilding'],
  plenty: ['panels.plenty', 'words.yearOfPlenty'],
  monopoly: ['panels.monopoly', 'words.monopoly'],
  point: ['words.victoryPoint'],
  discard: ['panels.discard'],
  rob: ['panels.moveRobber', 'panels.rob'],
  pass: ['panels.leaveRobber', 'panels.takeNothing', 'panels.skipRoads', 'panels.letItBe'],
  first: ['panels.firstCards'],
  join: ['panels.askForSeat', 'lobby.takeSeat'],
  // The panels of trades.
  offer: ['actions.trade', 'tradeBuilder.offer', 'tradePanels.trade'],
  counter: ['tradePanels.counter', 'tradeBuilder.sendCounter', 'tradeBuilder.answer'],
  suggest: ['tradeBuilder.suggest', 'tradePanels.anotherOffer'],
  bank: ['tradeBuilder.tradeWithBank'],
  accept: ['tradePanels.accept', 'tradePanels.acceptCounter', 'tradePanels.acceptSuggestion'],
  decline: ['tradePanels.decline', 'tradePanels.declineSuggestion'],
  declineAll: ['tradePanels.declineAll'],
  withdraw: ['tradePanels.withdraw', 'tradePanels.takeBackSuggestion'],
  confirm: ['tradePanels.tradeWith'],
  listen: ['tradePanels.hearAgain'],
  block: ['tradePanels.block', 'tradePanels.blockWho'],
  unblock: ['tradeBuilder.unblock', 'tradeBuilder.unblockWho'],
  // What people decide about each other.
  unpause: ['decisions.goOn', 'tableSheet.goOn'],
  pause: ['tableSheet.pause', 'replay.pause'],
  back: ['decisions.playOn'],
  agree: ['decisions.letIn'],
  endGame: ['decisions.endGame', 'tableSheet.end'],
  remind: ['decisions.remind'],
  minute: ['decisions.giveMinute'],
  skip: ['decisions.skipTurn'],
  replace: [
    'decisions.letBotPlay',
    'decisions.letBotPlayFor',
    'tableSheet.botPlays',
    'tableSheet.botPlaysFor',
  ],
  moreTime: ['decisions.plusMinute'],
  host: ['tableSheet.makeHost', 'tableSheet.makeNameHost', 'seats.makeHost', 'seats.makeNameHost'],
  // The menu, and the parts of the page.
  rule: ['header.rules'],
  log: ['sidePanel.log', 'replay.log'],
  say: ['sidePanel.chat', 'lobby.chat'],
  hint: ['coach.coach'],
  chances: ['coach.chances'],
  hand: ['textView.hand'],
  reserves: ['textView.bank'],
  offers: ['textView.trades'],
  players: ['textView.players'],
  board: ['textView.board', 'boardArea.board'],
  harbors: ['textView.harbors'],
  best: ['textView.best'],
  threats: ['textView.threats'],
  help: ['textView.commands'],
  costs: ['textView.allCosts'],
  home: ['textView.home', 'common.home', 'boardArea.home'],
  // The end.
  rematch: ['endSheet.rematch'],
  replay: ['endSheet.replay'],
  verify: ['endSheet.verifyDice', 'replay.verifyDice'],
  record: ['endSheet.downloadRecord', 'replay.downloadRecord'],
  // The waiting room and the set-up.
  start: ['lobby.start', 'newTable.openTable', 'newTable.startGame'],
  leave: ['lobby.leave', 'lobby.giveUp'],
  link: ['lobby.invite', 'share.copy'],
  letIn: ['share.letDevicesJoin'],
  options: ['setupPanel.change'],
  botsForAll: ['lobby.botsForAll'],
  lockAll: ['lobby.lockAll'],
  // The replay.
  next: ['replay.stepOn'],
  nextTurn: ['replay.turnOn'],
  previous: ['replay.stepBack'],
  previousTurn: ['replay.turnBack'],
  step: ['replay.step'],
  play: ['replay.play'],
  speed: ['replay.speed'],
  eyes: ['replay.cardsOf'],
  analyse: ['replay.analysis'],
  from: ['replayFrom.button'],
  note: ['notes.title'],
  thoughts: ['replay.thoughts'],
};

/** The words of a label, in each of its forms, without what is put in. */
export function spoken(elements: readonly MessageFormatElement[]): string[] {
  return elements
    .map(forms)
    .reduce((before, after) => before.flatMap((one) => after.map((other) => one + other)), [''])
    .map((words) =>
      words
        .replace(/[,:.!?…]/gu, ' ')
        .replace(/\s+/gu, ' ')
        .trim(),
    );
}

function forms(element: MessageFormatElement): string[] {
  switch (element.type) {
    case TYPE.literal:
      return [element.value];
    case TYPE.plural:
    case TYPE.select:
      return [...new Set(Object.values(element.options).flatMap(({ value }) => spoken(value)))];
    case TYPE.tag:
      return spoken(element.children);
    default:
      return [' '];
  }
}
