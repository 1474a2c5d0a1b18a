#!/bin/bash

# Runs a command of Asakai under the account and with the settings of the service.
run_asakai() {
	(
		set -a
		# shellcheck disable=SC1091
		source "$install_dir/.env"
		cd "$data_dir" || exit
		ynh_exec_as_app --preserve-env "$install_dir/bin/asakai" "$@"
	)
}
