/**
 * Words that a reader whose English is not the first language stumbles over, each with better ones. Add
 * a row for another.
 */
export const hardWords: ReadonlyArray<[hard: RegExp, better: string]> = [
	[/\bmend(s|ed|ing)?\b/i, 'fix'],
	[/\bsuch\b(?! as\b)/i, 'this, these, like this; or name the thing'],
	[/\bwhose\b/i, '"with", or a sentence of its own'],
	[/\bof (whom|which)\b/i, 'a sentence of its own'],
	[/\bthose\b/i, 'name the things'],
	[/\bthe rest\b/i, 'name what is left'],
	[/\b(is|are) none\b/i, 'invalid, missing'],
	[/\bwhat is no\b/i, 'invalid …'],
	[/^What (?!to |happen)[^?:]*\.$/i, 'name the thing: "Messages that …"'],
	[/\b(of|by|with|from|than|for|without|as|but) what\b/i, 'name the thing'],
	[/\bwho(m)?ever\b/i, 'anyone who, the person who'],
	[/\bwh(at|ich)ever\b/i, 'any'],
	[/\bas (is|are|was|were|does|do|did|has|have|had|it is)\b(?! (now|before|described))/i, 'like'],
	[/\bbut for\b/i, 'except, without'],
	[/\b(be|is|are|were|was) to be had\b|\bcan(not)? be had\b/i, 'is available'],
	[/\b(became|becomes?|become) of\b/i, 'happened to'],
	[/\bc[oa]mes? about\b/i, 'happens'],
	[/\bgets? round\b/i, 'avoid'],
	[/\b(simply|just|of course|to be sure)\b/i, '(nothing)'],
	[/\b(thereby|thereof|therein|thereupon|hence|thus|whence)\b/i, 'so'],
	[/\bwhere(as|by|in|of|upon)\b/i, 'but; or a sentence of its own'],
	[/\bin vain\b/i, 'without success, for nothing'],
	[/\blikewise\b/i, 'also, the same way'],
	[/\ball the same\b/i, 'still, anyway'],
	[/\banew\b/i, 'again'],
	[/\blest\b/i, 'so that … not'],
	[/\b(sought|upon|ought|shall|albeit|amongst|at hand|for ever|by then)\b/i, 'a usual word'],
];
