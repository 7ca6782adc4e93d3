# Run by CPack when the files of a package lie ready in CPACK_TEMPORARY_INSTALL_DIRECTORY.

set(ready ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
find_program(gzip gzip REQUIRED)

# Debian has names of its own for licence and changes, and wants them and manual pages compressed.
function(arrange_for_debian folder package)
    set(documents ${folder}/usr/share/doc/${package})
    file(READ ${CPACK_RESOURCE_FILE_LICENSE} copyright)
    foreach(name LICENSE LIBRARIES.txt)
        file(REMOVE ${documents}/${name})
    endforeach()
    if(EXISTS ${CPACK_MEERSLAG_LIBRARIES_FILE})
        file(READ ${CPACK_MEERSLAG_LIBRARIES_FILE} libraries)
        string(APPEND copyright "\n${libraries}")
    endif()
    file(WRITE ${documents}/copyright "${copyright}")

    file(REMOVE ${documents}/CHANGELOG.md)
    configure_file(${CPACK_MEERSLAG_SOURCE}/CHANGELOG.md ${documents}/changelog COPYONLY)
    string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # that of SOURCE_DATE_EPOCH
    file(WRITE ${documents}/changelog.Debian
"${package} (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Built by the project itself. What has changed stands in changelog.gz.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
    file(GLOB manuals ${folder}/usr/share/man/man6/*.6)
    execute_process(COMMAND ${gzip} -9n ${documents}/changelog ${documents}/changelog.Debian
                            ${manuals} COMMAND_ERROR_IS_FATAL ANY)
    file(GLOB_RECURSE written ${documents}/* ${folder}/usr/share/man/*)
    file(CHMOD ${written} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endfunction()

if(CPACK_GENERATOR STREQUAL "DEB")
    file(RENAME ${ready}/programs/usr/bin ${ready}/programs/usr/games)  # Debian Policy 11.11
    arrange_for_debian(${ready}/programs meerslag)
    arrange_for_debian(${ready}/library libmeerslag-dev)
endif()

# Equal sources give equal packages: the date of every file is that of the commit.
if(DEFINED ENV{SOURCE_DATE_EPOCH})
    execute_process(COMMAND find ${ready} -exec touch --no-dereference
                            --date=@$ENV{SOURCE_DATE_EPOCH} {} + COMMAND_ERROR_IS_FATAL ANY)
endif()
