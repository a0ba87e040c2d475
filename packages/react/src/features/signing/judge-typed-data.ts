import {
  givesControl,
  networkOf,
  type TypedDataMeaning,
  type TypedDataReading,
} from '@sallyport/contract/requests'
import type { ConfirmRequest } from '@sallyport/core'
import type { RequestCopy } from '../../copy/en-requests.js'
import type { Advice, Judgement } from './judge.js'
import { sharesOf } from './spoken-meaning.js'

interface Given {
  request: ConfirmRequest
  copy: RequestCopy['sign']
}

/** Judges typed data by what it allows at any depth, and by the place it is for. What is not known is called unknown. */
export function judgeTypedData(reading: TypedDataReading, given: Given): Judgement {
  const { copy, request } = given
  const { meanings, isComplete } = reading
  const [first] = meanings
  const advice = [
    ...meanings.flatMap((meaning) => meaningAdvice(meaning, given)),
    ...placeAdvice(reading, given),
  ]
  if (!isComplete) advice.push({ tone: 'danger', text: copy.more })
  const titles = {
    allowance: copy.allowanceTitle,
    transfer: copy.transferTitle,
    order: copy.orderTitle,
    execution: copy.executionTitle,
  } as const satisfies Record<TypedDataMeaning['kind'], string>
  return {
    title: first ? titles[first.kind] : copy.typedTitle,
    // Ten permits are one warning.
    advice: advice.filter(
      ({ text }, index) => advice.findIndex((each) => each.text === text) === index,
    ),
    // Nothing says that data of an unknown form costs nothing.
    isFree: false,
    isAskedTwice: meanings.some(
      (meaning) => givesControl(meaning) || isGift(meaning, request.address),
    ),
  }
}

function meaningAdvice(meaning: TypedDataMeaning, { copy, request }: Given): Advice[] {
  switch (meaning.kind) {
    case 'order':
      return isGift(meaning, request.address)
        ? [{ tone: 'danger', title: copy.giftTitle, text: copy.gift }]
        : [{ tone: 'warning', text: copy.orderWarning }]
    case 'execution':
      return [
        { tone: 'danger', text: copy.executionWarning },
        ...(meaning.isDelegated ? [{ tone: 'danger', text: copy.delegated } as const] : []),
      ]
    case 'allowance':
      return givesControl(meaning)
        ? [{ tone: 'danger', title: copy.moneyTitle, text: copy.unlimitedWarning }]
        : [{ tone: 'warning', title: copy.moneyTitle, text: copy.moneyWarning }]
    case 'transfer':
      return [{ tone: 'warning', title: copy.moneyTitle, text: copy.moneyWarning }]
  }
}

function placeAdvice(reading: TypedDataReading, { copy, request }: Given): Advice[] {
  const { chainId, namesContract, meanings } = reading
  const wanted = request.kind === 'sign-typed-data' ? request.chainId : undefined
  const advice: Advice[] = []
  // A permit that is valid in more than one place is a danger; other data of that kind is common and often harmless.
  const tone = meanings.length > 0 ? 'warning' : 'plain'
  if (meanings.length === 0) advice.push({ tone: 'plain', text: copy.unknownData })
  if (chainId === null || !namesContract) advice.push({ tone, text: copy.unbound })
  if (wanted !== undefined && chainId !== null && chainId !== BigInt(wanted)) {
    advice.push({ tone: 'warning', text: copy.chainMismatch })
  }
  if (chainId !== null && networkOf(chainId) === null) {
    advice.push({ tone: 'warning', text: copy.unknownNetwork(chainId.toString()) })
  }
  return advice
}

function isGift(meaning: TypedDataMeaning, signer: string): boolean {
  return meaning.kind === 'order' && sharesOf(meaning, signer).own.length === 0
}
