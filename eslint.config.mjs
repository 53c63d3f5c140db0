import { existsSync } from 'node:fs';

import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const community = n8nCommunityNodesPlugin.configs.recommended;
const node = './nodes/VoiceSms';

/** From the top down: a folder imports only from those below it. None is exempt. */
const floors = [
	'.',
	'run',
	'layers',
	'listSearch',
	'trigger',
	'operations',
	'fields',
	'api',
	'util',
];
/** Side by side: neither knows the other. */
const strangers = {
	run: ['listSearch', 'trigger'],
	layers: ['listSearch', 'trigger'],
	listSearch: ['trigger', 'operations'],
	trigger: ['operations'],
};

/** Folders within folders, and what they may not import. */
const rooms = {
	'api/errors': ['api/api.*', 'api/http/**', 'api/flow/**', 'api/list/**'],
	'api/flow': ['api/api.*', 'api/http/request.*', 'api/http/download.*', 'api/list/**'],
	'api/http': ['api/api.*', 'api/flow/**', 'api/list/**'],
	'api/list': ['api/api.*', 'api/errors/**', 'api/flow/**', 'api/http/**'],
	'fields/forms': ['fields/phone/phone.*', 'fields/phone/storedPhone.*'],
	'fields/phone': ['fields/forms/**', 'fields/read/{reader,collection,recordKey,parameters}.*'],
	'fields/read': ['fields/forms/**', 'fields/text/**'],
	'fields/text': ['fields/forms/**', 'fields/phone/**'],
	'layers/answers': [
		'layers/{index,doneBefore,dryRun,oneRecordAtATime,sendInterval,skipTag}.*',
		'layers/sendOnce/**',
	],
	'layers/sendOnce': ['layers/{index,doneBefore,dryRun,oneRecordAtATime,sendInterval,skipTag}.*'],
	'operations/call': ['operations/index.*', 'operations/{contact,question,sms}/**'],
	'operations/contact': ['operations/index.*', 'operations/{call,question,sms}/**'],
	'operations/find': ['operations/index.*', 'operations/{call,question,sms}/**'],
	'operations/question': ['operations/index.*', 'operations/{call,contact,sms}/**'],
	'operations/question/page': ['operations/*.ts', 'operations/question/*.ts', 'fields/**'],
	'operations/sms': ['operations/index.*', 'operations/{call,contact,question}/**'],
	'operations/wait': ['operations/index.*', 'operations/{call,question,sms}/**'],
	'run/model': ['run/{doItems,lines,rows,run,runSummary}.*'],
	'trigger/events': ['trigger/poll.*', 'trigger/properties.*', 'trigger/beginPoll.*'],
};

const zones = [
	...Object.entries(rooms).map(([folder, forbidden]) => ({
		target: `${node}/${folder}/**/*`,
		from: forbidden.map((name) => `${node}/${name}`),
	})),
	...floors
		.map((folder, floor) => zone(folder, [...floors.slice(0, floor), ...(strangers[folder] ?? [])]))
		.filter(({ from }) => from.length > 0),
	// Of the floors, `fields` alone knows the libraries that are bundled.
	...[...floors.filter((folder) => folder !== 'fields').map(files), './credentials'].map(
		(target) => ({ target, from: ['./bundled'] }),
	),
	{ target: './bundled', from: ['./nodes', './credentials'] },
	{ target: ['./nodes', './credentials', './bundled'], from: ['./test', './measure', './sandbox'] },
	// A second reading of the interface, so that a mistake cannot be shared.
	{ target: './test/simulator', from: ['./nodes', './credentials'] },
];

function zone(folder, forbidden) {
	return { target: files(folder), from: forbidden.map(files) };
}

function files(folder) {
	return folder === '.' ? `${node}/*.ts` : `${node}/${folder}/**/*`;
}

export default defineConfig(
	// Without its packages, the linter does not find what `measure` imports.
	globalIgnores([
		'dist',
		'coverage',
		'.sandbox',
		'sandbox/node_modules',
		...(existsSync('measure/node_modules') ? [] : ['measure']),
	]),
	{
		files: ['**/*.ts'],
		extends: [
			js.configs.recommended,
			tseslint.configs.recommended,
			community,
			importX.configs['flat/recommended'],
		],
		rules: { 'prefer-spread': 'off', 'no-console': 'error' },
	},
	{
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		// The second one for the MCP client, whose package.json sends types to files that are not there.
		settings: {
			'import-x/resolver-next': [createTypeScriptImportResolver(), createNodeResolver()],
		},
	},
	{
		files: ['package.json'],
		extends: [community],
		rules: { ...n8nNodesBase.configs.community.rules },
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	{
		files: ['**/*.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector: 'ObjectExpression > SpreadElement > ObjectExpression',
					message: 'Write the properties themselves.',
				},
			],
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: {
			// n8n's own rules let a devDependency through, which then is missing on the user's machine.
			'import-x/no-extraneous-dependencies': [
				'error',
				{ devDependencies: false, peerDependencies: true },
			],
			'import-x/no-cycle': 'error',
			'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
			'import-x/no-restricted-paths': ['error', { zones }],
		},
	},
	{
		files: ['test/**/*.ts', 'measure/**/*.ts', 'sandbox/**/*.ts', 'bundled/**/*.ts'],
		rules: {
			// They are about what is published as it is; none of these folders is.
			...Object.fromEntries(Object.keys(community.rules).map((rule) => [rule, 'off'])),
			'import-x/no-restricted-paths': ['error', { zones }],
		},
	},
	{
		// Programs for a shell: printing is their work.
		files: [
			'sandbox/**/*.ts',
			'measure/**/*.ts',
			'test/simulator/main.ts',
			'test/docs/{main,prose}.ts',
		],
		rules: { 'no-console': 'off' },
	},
);
